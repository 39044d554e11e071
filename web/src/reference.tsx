// The API's description, drawn from /api/v1/openapi.json.

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { applyTheme, currentTheme } from "./theme";
import "./style.css";

interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: string[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>;
}

interface Description {
  info: { title: string; version: string; description?: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

function Reference() {
  const [description, setDescription] = useState<Description | null>(null);
  useEffect(() => {
    fetch("/api/v1/openapi.json").then((response) => response.json()).then(setDescription);
  }, []);
  if (!description) return <p role="status">Reading the description…</p>;
  const operations = Object.entries(description.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })));
  return (
    <>
      <header>
        <h1>
          {description.info.title} API {description.info.version}
        </h1>
        <span class="spring" />
        <a href="/api/v1/openapi.json">openapi.json</a>
        <a href="/">The page</a>
      </header>
      <main class="reference">
        <p>{description.info.description}</p>
        {description.tags?.map((tag) => (
          <section key={tag.name} class="card">
            <h2>{tag.description ?? tag.name}</h2>
            {operations
              .filter(({ operation }) => operation.tags?.includes(tag.name))
              .map(({ path, method, operation }) => (
                <OperationCard key={method + path} path={path} method={method} operation={operation} />
              ))}
          </section>
        ))}
        <section class="card">
          <h2>Types</h2>
          {Object.entries(description.components.schemas).map(([name, schema]) => (
            <details key={name} id={name}>
              <summary>
                <code>{name}</code> {schema.description}
              </summary>
              <Fields schema={schema} />
            </details>
          ))}
        </section>
      </main>
    </>
  );
}

function OperationCard({ path, method, operation }: { path: string; method: string; operation: Operation }) {
  const body = Object.entries(operation.requestBody?.content ?? {});
  return (
    <details>
      <summary>
        <code class="method">{method.toUpperCase()}</code> <code>{path}</code> {operation.summary}
      </summary>
      {operation.description && <p>{operation.description}</p>}
      {operation.parameters && (
        <dl>
          {operation.parameters.map(({ name, in: where, required, description, schema }) => (
            <div key={name}>
              <dt>
                <code>{name}</code> <Type schema={schema} /> in the {where}
                {required && ", required"}
              </dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      )}
      {body.map(([kind, { schema }]) => (
        <p key={kind}>
          Body: {kind} <Type schema={schema} />
        </p>
      ))}
      <dl>
        {Object.entries(operation.responses).map(([status, { description, content }]) => (
          <div key={status}>
            <dt>
              <code>{status}</code> {Object.entries(content ?? {}).map(([kind, { schema }]) => <span key={kind}>{kind} <Type schema={schema} /></span>)}
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Fields({ schema }: { schema: Schema }) {
  const parts = [schema, ...(schema.allOf ?? [])];
  return (
    <dl>
      {parts.flatMap((part) => Object.entries(part.properties ?? {}).map(([name, field]) => (
        <div key={name}>
          <dt>
            <code>{name}</code> <Type schema={field} />
            {part.required?.includes(name) && ", required"}
          </dt>
          <dd>{field.description}</dd>
        </div>
      )))}
    </dl>
  );
}

function Type({ schema }: { schema: Schema | undefined }) {
  if (!schema) return null;
  if (schema.$ref) {
    const name = schema.$ref.split("/").pop()!;
    return <a href={`#${name}`}>{name}</a>;
  }
  if (schema.items) return <>list of <Type schema={schema.items} /></>;
  const options = schema.oneOf ?? schema.allOf;
  if (options) return <>{options.filter(({ type }) => type !== "null").map((option, index) => <Type key={index} schema={option} />)}</>;
  const types = [schema.type ?? []].flat().filter((type) => type !== "null");
  return <span class="hint">{schema.enum ? schema.enum.join(" | ") : types.join(" | ")}</span>;
}

applyTheme(currentTheme());
render(<Reference />, document.getElementById("app")!);

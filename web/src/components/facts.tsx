// What is known about an individual: its classes, its values and its neighbours.

import type { IndividualAnswer } from "../api";
import { figure, localName, nameOf, useNaming } from "../names";

/** The most specific classes, as badges. */
export function Types({ known }: { known: IndividualAnswer }) {
  const naming = useNaming();
  return (
    <>
      {known.classes.map((item) => (
        <span class="badge" key={item.iri} title={item.iri}>
          {nameOf(item, naming)}
        </span>
      ))}
    </>
  );
}

/** Values and neighbours. */
export function Facts({ known, onExplain }: { known: IndividualAnswer; onExplain(iri: string): void }) {
  const naming = useNaming();
  if (known.values.length + known.neighbours.length === 0) return null;
  return (
    <details open={known.values.length + known.neighbours.length <= 12}>
      <summary>
        All that is known <span class="count">({figure(known.values.length + known.neighbours.reduce((sum, { total }) => sum + total, 0))})</span>
      </summary>
      <dl class="facts">
        {known.values.map(({ property, value }, index) => (
          <div key={index}>
            <dt>{property}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {known.neighbours.map(({ property, incoming, total, items }) => (
          <div key={`${property.iri} ${incoming}`}>
            <dt title={property.iri}>
              {incoming ? "← " : ""}
              {nameOf(property, naming)}
              {incoming ? "" : " →"}
            </dt>
            <dd>
              {items.map((item, index) => (
                <span key={item.iri}>
                  {index > 0 && ", "}
                  <button class="link" title={item.iri} onClick={() => onExplain(item.iri)}>
                    {nameOf(item, naming)}
                  </button>
                </span>
              ))}
              {total > items.length && ` and ${figure(total - items.length)} more`}
            </dd>
          </div>
        ))}
        {naming === "ids" && (
          <div>
            <dt>identifier</dt>
            <dd title={known.iri}>{localName(known.iri)}</dd>
          </div>
        )}
      </dl>
    </details>
  );
}

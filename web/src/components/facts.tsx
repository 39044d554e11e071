// What is known about an individual: its classes, its values and its neighbours.

import { useState } from "preact/hooks";
import type { IndividualAnswer, Item } from "../api";
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
              <Names key={known.iri} items={items} total={total} onExplain={onExplain} />
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

/** How many neighbours by one property are listed at first. */
const FEW = 8;

/** Neighbours by one property: a few, and the others on demand, so that hundreds of them hide nothing. */
function Names({ items, total, onExplain }: { items: Item[]; total: number; onExplain(iri: string): void }) {
  const naming = useNaming();
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen || items.length <= FEW + 1 ? items : items.slice(0, FEW);
  const nLeft = total - shown.length;
  return (
    <ul class="names">
      {shown.map((item) => (
        <li key={item.iri}>
          <button class="link" title={item.iri} onClick={() => onExplain(item.iri)}>
            {nameOf(item, naming)}
          </button>
        </li>
      ))}
      {nLeft > 0 && <li>{shown.length < items.length ? <button class="quiet" onClick={() => setOpen(true)}>and {figure(nLeft)} more</button> : `and ${figure(nLeft)} more`}</li>}
    </ul>
  );
}

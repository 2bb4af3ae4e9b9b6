import { toDecimal, type Cents } from '#domain/money.ts'

/** An amount that is not named as one has no type here, so that cents are never sent as decimals. */
type OnTheWire<Row, Amount> = {
  [Field in keyof Row]: Field extends Amount
    ? number | Extract<Row[Field], null>
    : Row[Field] extends Cents | null
      ? never
      : Row[Field] extends Date | null
        ? string | Extract<Row[Field], null>
        : Row[Field]
}

/** A row as the contract sends it: timestamps as ISO text, and the named amounts in decimals. */
export function onTheWire<Row extends object, Amount extends keyof Row = never>(
  row: Row,
  ...amounts: Amount[]
): OnTheWire<Row, Amount> {
  const fields = Object.entries(row).map(([name, value]) => {
    if (value instanceof Date) return [name, value.toISOString()]
    const isAmount = amounts.includes(name as Amount) && value !== null
    return [name, isAmount ? toDecimal(value as Cents) : value]
  })
  return Object.fromEntries(fields) as OnTheWire<Row, Amount>
}

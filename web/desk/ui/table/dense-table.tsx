import type { ComponentProps, ReactNode } from 'react'
import { Table, type TableColumn } from '../../../ui/table/table.tsx'
import './table.css'

export type Column<Row> = TableColumn & {
  className?: string | ((row: Row) => string)
  render: (row: Row) => ReactNode
}

type DenseTableProps<Row> = {
  label?: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** What can be done with a row, at its end. */
  renderActs?: ((row: Row) => ReactNode) | undefined
  actsTitle?: string
  /** The row that is shown beside the table. */
  isCurrent?: (row: Row) => boolean
  /** A line of sums. */
  foot?: ReactNode
}

/** A list with several facts in each row. */
export function DenseTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  renderActs,
  actsTitle = 'Actions',
  isCurrent,
  foot,
}: DenseTableProps<Row>) {
  const ends = renderActs
    ? [{ title: actsTitle, isTitleHidden: true, isRight: true, render: renderActs }]
    : []
  const all: Column<Row>[] = [...columns, ...ends]
  return (
    <Table label={label} columns={all} look="dense" foot={foot}>
      {rows.map((row) => (
        <tr key={keyOf(row)} className={isCurrent?.(row) ? 'is-current' : undefined}>
          {all.map(({ title, render, isRight, className }) => (
            <td
              key={title}
              className={
                [typeof className === 'function' ? className(row) : className, isRight && 'right']
                  .filter(Boolean)
                  .join(' ') || undefined
              }
            >
              {render(row)}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}

type RowNameProps = ComponentProps<'button'> & { isCurrent?: boolean }

/** What a row is about: it is pressed to see more of it. */
export function RowName({ isCurrent, className = '', ...button }: RowNameProps) {
  return (
    <button
      type="button"
      {...button}
      className={`linkplain ${className}`.trim()}
      aria-current={isCurrent ? 'true' : undefined}
    />
  )
}

/** Two lines in a cell: what it is, and what helps to tell it apart. */
export function Two({ children, small }: { children: ReactNode; small: ReactNode }) {
  return (
    <span className="two">
      {children}
      <small>{small}</small>
    </span>
  )
}

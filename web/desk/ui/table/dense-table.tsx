import type { ReactNode } from 'react'
import { Table, type TableColumn } from '../../../ui/table/table.tsx'
import './table.css'

export type Column<Row> = TableColumn & {
  className?: string
  render: (row: Row) => ReactNode
}

type DenseTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The row that is shown beside the table. */
  isCurrent?: (row: Row) => boolean
  /** A line of sums. */
  foot?: ReactNode
}

/** A list with several facts in each row. */
export function DenseTable<Row>({ label, columns, rows, keyOf, isCurrent, foot }: DenseTableProps<Row>) {
  return (
    <Table label={label} columns={columns} look="dense" foot={foot}>
      {rows.map((row) => (
        <tr key={keyOf(row)} className={isCurrent?.(row) ? 'is-current' : undefined}>
          {columns.map(({ title, render, isRight, className }) => (
            <td
              key={title}
              className={[className, isRight && 'right'].filter(Boolean).join(' ') || undefined}
            >
              {render(row)}
            </td>
          ))}
        </tr>
      ))}
    </Table>
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

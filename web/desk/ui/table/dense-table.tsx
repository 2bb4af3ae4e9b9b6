import type { ReactNode } from 'react'
import '../../../ui/table/table.css'
import './table.css'

export type Column<Row> = {
  title: string
  /** The title is for screen readers only, over buttons. */
  isTitleHidden?: boolean
  isRight?: boolean
  className?: string
  value: (row: Row) => ReactNode
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
    <div className="tablewrap">
      <table className="table table--dense" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, isTitleHidden, isRight }) => (
              <th key={title} scope="col" className={isRight ? 'right' : undefined}>
                {isTitleHidden ? <span className="sr">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={isCurrent?.(row) ? 'is-current' : undefined}>
              {columns.map(({ title, value, isRight, className }) => (
                <td
                  key={title}
                  className={[className, isRight && 'right'].filter(Boolean).join(' ') || undefined}
                >
                  {value(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </div>
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

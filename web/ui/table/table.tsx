import type { ReactNode } from 'react'
import '../card/card.css'
import './table.css'

type TableProps = {
  /** The name of the table for screen readers. */
  label: string
  columns: readonly { label: string; isAmount?: true }[]
  /** Other rows are loading. */
  isBusy?: boolean
  /** Elements of `TableRow`. */
  children: ReactNode
}

/**
 * On a narrow screen each row becomes a receipt: the second and fourth cell above, the third and first below, and the
 * fifth, if there is one, under the amount.
 */
export function Table({ label, columns, isBusy = false, children }: TableProps) {
  return (
    <div className="card card--flush">
      <table className="table table--stack" aria-label={label} aria-busy={isBusy || undefined}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" className={column.isAmount && 'right'}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

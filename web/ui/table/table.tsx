import type { ReactNode } from 'react'
import '../card/card.css'
import './table.css'

type TableProps = {
  /** What a screen reader hears when it comes to the table. */
  label: string
  columns: readonly { label: string; isAmount?: true }[]
  /** Other rows are on their way. */
  isBusy?: boolean
  /** Of `TableRow`. */
  children: ReactNode
}

/**
 * On a narrow screen each row of four cells becomes a receipt: the second and the fourth stand above, the third and the
 * first below.
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

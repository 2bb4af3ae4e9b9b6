import type { ReactNode } from 'react'
import '../card/card.css'
import './table.css'

export type TableColumn = {
  title: string
  /** The title is for screen readers only, over buttons. */
  isTitleHidden?: boolean
  isRight?: boolean
}

type TableProps = {
  /** The name of the table for screen readers. */
  label?: string
  columns: readonly TableColumn[]
  /**
   * `stack`: on a narrow screen each row becomes a receipt: the second and fourth cell above, the third and first below,
   * and the fifth, if there is one, under the amount. `dense`: many facts in each row, which can be moved sideways.
   */
  look?: 'stack' | 'dense'
  className?: string
  /** Other rows are loading. */
  isBusy?: boolean
  /** A line of sums. */
  foot?: ReactNode
  /** The rows. */
  children: ReactNode
}

const boxes = { stack: 'card card--flush', dense: 'tablewrap' }

export function Table({
  label,
  columns,
  look = 'stack',
  className,
  isBusy = false,
  foot,
  children,
}: TableProps) {
  const classes = ['table', `table--${look}`, className]
  return (
    <div className={boxes[look]}>
      <table className={classes.filter(Boolean).join(' ')} aria-label={label} aria-busy={isBusy || undefined}>
        <thead>
          <tr>
            {columns.map(({ title, isTitleHidden, isRight }) => (
              <th key={title} scope="col" className={isRight ? 'right' : undefined}>
                {isTitleHidden ? <span className="sr">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
        {foot && <tfoot>{foot}</tfoot>}
      </table>
    </div>
  )
}

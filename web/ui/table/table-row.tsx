import { Children, type ReactNode } from 'react'
import './table.css'

/** `details` is what the row has opened to, and stands below it. */
export function TableRow({ details, children }: { details?: ReactNode; children: ReactNode }) {
  return (
    <>
      <tr className={details ? 'table__row table__row--open' : 'table__row'}>{children}</tr>
      {details && (
        <tr className="table__details">
          <td colSpan={Children.count(children)}>{details}</td>
        </tr>
      )}
    </>
  )
}

type CellProps = { look?: keyof typeof classNames; children: ReactNode }

const classNames = { date: 'date', muted: 'muted', amount: 'num right', gain: 'num right pos' }

/** What is empty shows that it is. */
export function Cell({ look, children }: CellProps) {
  return <td className={look && classNames[look]}>{children || '-'}</td>
}

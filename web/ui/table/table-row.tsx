import { Children, type ReactNode } from 'react'
import './table.css'

/** `details` is the expanded part below the row. */
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

const classNames = {
  date: 'date',
  muted: 'muted',
  amount: 'num right',
  gain: 'num right pos',
  /** An amount that counts for nothing. */
  uncounted: 'num right muted',
  balance: 'num right muted balance',
  noBalance: 'num right muted balance balance--none',
}

/** Marks an empty cell. */
export function Cell({ look, children }: CellProps) {
  return <td className={look && classNames[look]}>{children || '-'}</td>
}

import { sumOfDecimals } from '#domain/money.ts'
import { useState } from 'react'
import { Link } from 'wouter'
import type { StaffWithdrawal } from '#contract/staff-money.ts'
import { formatDateNumeric } from '#domain/calendar/calendar.ts'
import { familyName } from '#domain/family-name.ts'
import type { Region } from '#domain/region.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Empty } from '../../ui/empty/empty.tsx'
import { SuccessArt } from '../../ui/spot-art/success.tsx'
import { useNow } from '../foundation/clock.ts'
import { day, money, moment } from '../foundation/format.ts'
import { DenseTable, Two } from '../ui/table/dense-table.tsx'
import { amountColumn, currencyOf, inWords } from './money-words.ts'
import { WithdrawalDrawer } from './withdrawal-drawer.tsx'

type ToPayOutProps = {
  region: Region
  approved: readonly StaffWithdrawal[]
  toReview: readonly StaffWithdrawal[]
}

/** What is approved goes into the next batch by itself; what is not is decided in its review first. */
export function ToPayOut({ region, approved, toReview }: ToPayOutProps) {
  const now = useNow()
  const [declined, setDeclined] = useState<StaffWithdrawal>()
  const rows = [...approved, ...toReview]
  if (rows.length === 0)
    return (
      <Empty art={SuccessArt} title="Nothing to pay out">
        No family in {inWords[region]} is waiting for a withdrawal.
      </Empty>
    )
  const isHeld = ({ payableFrom }: StaffWithdrawal) => payableFrom !== null && new Date(payableFrom) > now
  const next = approved.filter((each) => !isHeld(each))
  return (
    <>
      <DenseTable
        label="To pay out"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            title: 'Family',
            render: (row) => (
              <Two small={row.shortId}>
                <Link className="linkplain" href={`/families/${row.accountId}`}>
                  {familyName(row.familyName)}
                </Link>
              </Two>
            ),
          },
          {
            title: 'To',
            render: (row) => (
              <Two small={`${row.holder} · ${provenText(row)}`}>
                <span>{row.bankAccount}</span>
              </Two>
            ),
          },
          {
            title: 'Requested',
            className: 'date',
            render: ({ askedAt }) => formatDateNumeric(askedAt.slice(0, 10)),
          },
          {
            title: 'State',
            render: (row) =>
              row.status === 'Pending' ? (
                <Badge tone="caution">To review</Badge>
              ) : isHeld(row) ? (
                <Badge tone="warning">{`Held until ${moment(row.payableFrom ?? '', region)}`}</Badge>
              ) : (
                <Badge tone="success">Approved</Badge>
              ),
          },
          amountColumn,
        ]}
        renderActs={(row) =>
          row.status === 'Approved' && (
            <Button look="borderless" size="small" onClick={() => setDeclined(row)}>
              Decline<span className="sr"> the withdrawal of the {familyName(row.familyName)}</span>
            </Button>
          )
        }
        foot={
          <tr>
            <td colSpan={4}>{next.length} for the next batch</td>
            <td className="num right">{money(sumOfDecimals(next), currencyOf(region))}</td>
            <td>&nbsp;</td>
          </tr>
        }
      />
      {declined && (
        <WithdrawalDrawer withdrawal={declined} to="decline" onClose={() => setDeclined(undefined)} />
      )}
      {toReview.length > 0 && (
        <div className="tablefoot">
          <span>
            Withdrawals to review are decided on <Link href="/">Today</Link>, and go into a later batch.
          </span>
        </div>
      )}
    </>
  )
}

const provenText = ({ bankAccountVerifiedAt }: StaffWithdrawal) =>
  bankAccountVerifiedAt ? `verified ${day(bankAccountVerifiedAt.slice(0, 10))}` : 'not verified'

import { sumOfDecimals } from '#domain/money.ts'
import type { StaffDeposit } from '#contract/staff-money.ts'
import { suspenseReasons } from '#domain/deposit-matches.ts'
import { formatDateNumeric } from '#domain/calendar/calendar.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Empty } from '../../ui/empty/empty.tsx'
import { SuccessArt } from '../../ui/spot-art/success.tsx'
import { useRead } from '../foundation/read.ts'
import { useNow } from '../foundation/clock.ts'
import { useShortcuts, stepKeys } from '../foundation/shortcuts.ts'
import { age, money } from '../foundation/format.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { DenseTable, Two, RowName } from '../ui/table/dense-table.tsx'
import { DepositCard } from './deposit-card.tsx'
import { nameOf } from '../foundation/deposit-path.ts'
import { FoundLately } from './found-lately.tsx'
import { spacedReference } from './reference.tsx'
import { useChosenDeposit } from './use-chosen-deposit.ts'
import './money.css'

/** Deposits that nobody can be found for, and beside them whose one of them may be. */
export function SuspensePart() {
  const deposits = useRead('GET /api/staff/deposits', {}, { refetchEveryMs: 60_000 })
  const waiting = useRead('GET /api/staff/money', {})
  const { list, current, isGone, choose, chooseAnother } = useChosenDeposit(deposits.data)
  const step = (by: number) => choose(list[(current ? list.indexOf(current) : 0) + by])
  useShortcuts(stepKeys('deposit', step))
  return (
    <div className="duo money-duo">
      <div className="pile">
        {isGone && (
          <Alert variant="info" title="This deposit is matched">
            Someone has just matched it. Recently matched deposits are below.
          </Alert>
        )}
        <section className="card card--flush money-table" aria-label="Deposits in suspense">
          <Loaded query={deposits} label="Loading the deposits">
            {(found) =>
              found.length === 0 ? (
                <Empty art={SuccessArt} title="No deposits in suspense">
                  Deposits appear here when their reference does not match a family.
                </Empty>
              ) : (
                <DepositTable
                  deposits={found}
                  current={current}
                  onChoose={choose}
                  inLedger={waiting.data?.suspense.inLedger}
                />
              )
            }
          </Loaded>
          <FoundLately />
        </section>
      </div>
      {current && <DepositCard key={nameOf(current)} deposit={current} onGiven={chooseAnother} />}
    </div>
  )
}

function DepositTable({
  deposits,
  current,
  onChoose,
  inLedger,
}: {
  deposits: readonly StaffDeposit[]
  current: StaffDeposit | undefined
  onChoose: (deposit: StaffDeposit) => void
  inLedger: number | undefined
}) {
  const now = useNow()
  return (
    <DenseTable
      label="Deposits in suspense"
      rows={deposits}
      keyOf={nameOf}
      isCurrent={(row) => row === current}
      columns={[
        { title: 'Received', className: 'date', render: ({ receivedOn }) => formatDateNumeric(receivedOn) },
        {
          title: 'Biller and reference',
          render: (row) => (
            <Two small={`Biller ${row.billerCode} · ${row.schoolName ?? 'unknown school'}`}>
              <RowName className="ref" isCurrent={row === current} onClick={() => onChoose(row)}>
                {spacedReference(row.reference)}
              </RowName>
            </Two>
          ),
        },
        { title: 'Reason', render: ({ why }) => suspenseReasons[why] },
        { title: 'Amount', isRight: true, className: 'num', render: ({ amount }) => money(amount, 'AUD') },
        {
          title: 'Waits',
          isRight: true,
          className: 'muted nowrap',
          render: ({ createdAt }) => age(createdAt, now),
        },
      ]}
      foot={inLedger !== undefined && <LedgerLine deposits={deposits} inLedger={inLedger} />}
    />
  )
}

/** Two ways to count the same money. Where they differ, somebody has to look. */
function LedgerLine({ deposits, inLedger }: { deposits: readonly StaffDeposit[]; inLedger: number }) {
  const listed = sumOfDecimals(deposits)
  const isSame = listed === inLedger
  return (
    <tr>
      <td colSpan={3}>
        {isSame ? 'In suspense, matches the ledger' : `In suspense; the ledger has ${money(inLedger, 'AUD')}`}
      </td>
      <td className="num right">{money(listed, 'AUD')}</td>
      <td>&nbsp;</td>
    </tr>
  )
}

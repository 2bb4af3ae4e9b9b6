import { Link } from 'wouter'
import type { StaffRemittance } from '#contract/staff-money.ts'
import { formatDateNumeric } from '#domain/calendar/calendar.ts'
import { useRead } from '../foundation/read.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { day, money } from '../foundation/format.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { DenseTable, Two } from '../ui/table/dense-table.tsx'

/** The payments that a remittance is made of. */
export function RemittanceDialog({
  remittance,
  onClose,
}: {
  remittance: StaffRemittance
  onClose: () => void
}) {
  const shown = useRead('GET /api/staff/remittances/:remittanceId', {
    params: { remittanceId: remittance.id },
  })
  return (
    <Dialog title={`${remittance.schoolName}, ${day(remittance.remittedOn)}`} onClose={onClose}>
      <Loaded query={shown} label="Loading the payments">
        {({ lines, currency, amount }) => (
          <DenseTable
            label="Payments of this remittance"
            rows={lines}
            keyOf={({ entryId }) => entryId}
            columns={[
              {
                title: 'Family',
                render: (line) => (
                  <Two small={line.shortId}>
                    <Link className="linkplain" href={`/families/${line.accountId}`}>
                      {line.familyName}
                    </Link>
                  </Two>
                ),
              },
              { title: 'For', className: 'muted', render: ({ students }) => students },
              { title: 'Paid', className: 'date', render: ({ paidOn }) => formatDateNumeric(paidOn) },
              {
                title: 'Amount',
                isRight: true,
                className: 'num',
                render: (line) => money(line.amount, currency),
              },
            ]}
            foot={
              <tr>
                <td colSpan={3}>To the school</td>
                <td className="num right">{money(amount, currency)}</td>
              </tr>
            }
          />
        )}
      </Loaded>
    </Dialog>
  )
}

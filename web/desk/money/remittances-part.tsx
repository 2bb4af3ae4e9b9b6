import { useState } from 'react'
import type { MoneyWaiting, StaffRemittance } from '#contract/staff-money.ts'
import {
  addMonthsClamped,
  calendarDate,
  dateIn,
  formatDateNumeric,
  monthName,
} from '#domain/calendar/calendar.ts'
import { regionFacts, regions, type Region } from '#domain/region.ts'
import { remittanceTransitions, type RemittanceState } from '#domain/remittances.ts'
import { mayFollow } from '#domain/transitions.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Empty } from '../../ui/empty/empty.tsx'
import { DownloadIcon } from '../../ui/icon/download.tsx'
import { Money } from '../../ui/money/money.tsx'
import { SuccessArt } from '../../ui/spot-art/success.tsx'
import { useRead } from '../foundation/read.ts'
import { useNow } from '../foundation/clock.ts'
import { FileButton } from '../ui/file/file-button.tsx'
import { count } from '../foundation/format.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { saveFile } from '../../api/save-file.ts'
import { DenseTable, RowName } from '../ui/table/dense-table.tsx'
import { amountColumn, inWords } from './money-words.ts'
import { remittancesCsv, stateOf } from './remittance-state.ts'
import { ReleaseDrawer } from './release-drawer.tsx'
import { RemittanceDialog } from './remittance-dialog.tsx'
import { RemittanceStepDrawer, type RemittanceStep } from './remittance-step-drawer.tsx'
import './money.css'

const monthsBack = 12

/** What goes to the schools, day by day. */
export function RemittancesPart() {
  const now = useNow()
  const today = dateIn('AU', now)
  const firstOfMonth = calendarDate(`${today.slice(0, 7)}-01`)
  const [month, setMonth] = useState<string>(firstOfMonth)
  const [schoolId, setSchoolId] = useState('')
  const [releasing, setReleasing] = useState<Region>()
  const [shown, setShown] = useState<StaffRemittance>()
  const [moving, setMoving] = useState<{ remittance: StaffRemittance; step: RemittanceStep }>()
  const waiting = useRead('GET /api/staff/money', {})
  const schools = useRead('GET /api/staff/schools', {})
  const from = calendarDate(month)
  const to = lastDayOf(month)
  const remittances = useRead(
    'GET /api/staff/remittances',
    { query: { from, to, limit: '500', ...(schoolId !== '' && { schoolId }) } },
    { keepsPrevious: true },
  )
  const months = Array.from({ length: monthsBack }, (_, index) => addMonthsClamped(firstOfMonth, -index))
  return (
    <>
      <div className="toolbar">
        <NativeSelect
          isLabelHidden
          label="School"
          value={schoolId}
          onChange={setSchoolId}
          options={[
            { value: '', label: 'All schools' },
            ...(schools.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <NativeSelect
          isLabelHidden
          label="Month"
          value={month}
          onChange={setMonth}
          options={months.map((date) => ({ value: date, label: monthName(date) }))}
        />
        <span className="end" />
        {regions.map(
          (region) =>
            (waiting.data?.remittances[region].toRelease.count ?? 0) > 0 && (
              <Button key={region} look="secondary" onClick={() => setReleasing(region)}>
                Release for {inWords[region]}
              </Button>
            ),
        )}
        {remittances.data && remittances.data.length > 0 && (
          <Button
            look="secondary"
            icon={DownloadIcon}
            onClick={() =>
              saveFile({
                blob: remittancesCsv(remittances.data, now),
                name: `remittances ${month.slice(0, 7)}.csv`,
              })
            }
          >
            All as CSV
          </Button>
        )}
      </div>
      {waiting.data && <Figures remittances={waiting.data.remittances} />}
      <section className="card card--flush money-table" aria-label="Remittances">
        <Loaded query={remittances} label="Loading the remittances">
          {(found) => (
            <RemittanceTable
              remittances={found}
              onShow={setShown}
              onStep={(remittance, step) => setMoving({ remittance, step })}
            />
          )}
        </Loaded>
      </section>
      {releasing && <ReleaseDrawer region={releasing} onClose={() => setReleasing(undefined)} />}
      {moving && <RemittanceStepDrawer {...moving} onClose={() => setMoving(undefined)} />}
      {shown && <RemittanceDialog remittance={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

function lastDayOf(month: string) {
  const next = addMonthsClamped(calendarDate(month), 1)
  return new Date(new Date(`${next}T00:00Z`).getTime() - 24 * 60 * 60_000).toISOString().slice(0, 10)
}

function Figures({ remittances }: { remittances: MoneyWaiting['remittances'] }) {
  const kinds = [
    { key: 'today', title: 'Passed on today', about: 'may still increase today' },
    { key: 'toRelease', title: 'To be released', about: 'up to yesterday' },
    { key: 'atBank', title: 'Released', about: 'not confirmed by the bank yet' },
    { key: 'paidThisMonth', title: 'Paid', about: 'this month' },
  ] as const
  return (
    <div className="cols">
      {kinds.map(({ key, title, about }) => {
        const shown = regions.filter((region) => region === 'AU' || remittances[region][key].count > 0)
        return (
          <section key={key} className="card figure">
            <h2>{title}</h2>
            {shown.map((region) => (
              <Money key={region} amount={remittances[region][key].amount} region={region} size="large" />
            ))}
            <span className="xs muted">
              {shown
                .map((region) => `${count(remittances[region][key].count, 'payment')} in ${inWords[region]}`)
                .join(', ')}
              , {about}
            </span>
          </section>
        )
      })}
    </div>
  )
}

function RemittanceTable({
  remittances,
  onShow,
  onStep,
}: {
  remittances: readonly StaffRemittance[]
  onShow: (remittance: StaffRemittance) => void
  onStep: (remittance: StaffRemittance, step: RemittanceStep) => void
}) {
  const now = useNow()
  if (remittances.length === 0)
    return (
      <Empty art={SuccessArt} title="No remittances">
        No payments are for a school this month.
      </Empty>
    )
  return (
    <DenseTable
      label="Remittances"
      rows={remittances}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'School',
          render: (row) => (
            <RowName onClick={() => onShow(row)}>
              {row.schoolName}
              <span className="sr"> show its payments of {formatDateNumeric(row.remittedOn)}</span>
            </RowName>
          ),
        },
        { title: 'Region', className: 'muted', render: ({ region }) => regionFacts[region].name },
        { title: 'Day', className: 'date', render: ({ remittedOn }) => formatDateNumeric(remittedOn) },
        { title: 'Payments', isRight: true, render: ({ paymentCount }) => paymentCount },
        {
          title: 'State',
          render: (row) => <Badge tone={stateOf(row, now).tone}>{stateOf(row, now).text}</Badge>,
        },
        amountColumn,
      ]}
      renderActs={(row) => row.releasedAt !== null && <Acts remittance={row} onStep={onStep} />}
      actsTitle="Next step"
    />
  )
}

const steps: { step: RemittanceStep; to: RemittanceState; label: string }[] = [
  { step: 'sent', to: 'Sent', label: 'Mark as sent' },
  { step: 'paid', to: 'Paid', label: 'Mark as paid' },
  { step: 'returned', to: 'Returned', label: 'Sent back' },
]

function Acts({
  remittance,
  onStep,
}: {
  remittance: StaffRemittance
  onStep: (remittance: StaffRemittance, step: RemittanceStep) => void
}) {
  const of = `${remittance.schoolName}, ${formatDateNumeric(remittance.remittedOn)}`
  return (
    <span className="row acts">
      <FileButton
        call="GET /api/staff/remittances/:remittanceId/file"
        request={{ params: { remittanceId: remittance.id } }}
        label="CSV"
        of={of}
      />
      {steps.map(
        ({ step, to, label }) =>
          mayFollow(remittanceTransitions, remittance.state, to) && (
            <Button key={step} look="secondary" size="small" onClick={() => onStep(remittance, step)}>
              {label}
              <span className="sr"> {of}</span>
            </Button>
          ),
      )}
    </span>
  )
}

import { useState } from 'react'
import { Link } from 'wouter'
import type { AuditEvent } from '#contract/staff-access.ts'
import { auditDetail } from '#domain/audit-words.ts'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Empty } from '../../../ui/empty/empty.tsx'
import { ReviewArt } from '../../../ui/spot-art/review.tsx'
import { useRead } from '../../foundation/read.ts'
import { call, type StaffRequest } from '../../foundation/staff-client.ts'
import { useAction } from '../../foundation/use-action.ts'
import { moment } from '../../foundation/format.ts'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { DenseTable, Two } from '../../ui/table/dense-table.tsx'
import { actionWords } from './action-words.ts'
import '../../ui/person/person.css'

type Query = StaffRequest<'GET /api/staff/audit'>['query']
const pageLength = 50

export function AuditTable({ filter, total }: { filter: Query; total: number | undefined }) {
  const [earlier, setEarlier] = useState<AuditEvent[]>([])
  const [isWhole, setWhole] = useState(false)
  const page = useRead('GET /api/staff/audit', { query: { ...filter, limit: String(pageLength) } })
  const more = useAction(async () => {
    const last = earlier.at(-1) ?? page.data?.at(-1)
    if (!last) return
    const found = await call('GET /api/staff/audit', {
      query: { ...filter, limit: String(pageLength), beforeAt: last.at, beforeId: last.id },
    })
    setEarlier([...earlier, ...found])
    setWhole(found.length < pageLength)
  })
  return (
    <section className="card card--flush" aria-label="Audit">
      <Loaded query={page} label="Loading the audit">
        {(found) => {
          const rows = [...found, ...earlier.filter((event) => !found.some(({ id }) => id === event.id))]
          if (rows.length === 0)
            return (
              <Empty art={ReviewArt} title="No entries">
                Try a longer period or a different name.
              </Empty>
            )
          return (
            <>
              <Rows events={rows} />
              <div className="tablefoot">
                <span>
                  {rows.length}
                  {total !== undefined && ` of ${Math.max(total, rows.length).toLocaleString('en-AU')}`} ·
                  your searches are recorded too
                  {more.failure && <b className="is-late"> {more.failure}</b>}
                </span>
                {!isWhole && found.length === pageLength && (
                  <Button look="secondary" size="small" isBusy={more.isBusy} onClick={() => void more.run()}>
                    Show earlier
                  </Button>
                )}
              </div>
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

function Rows({ events }: { events: readonly AuditEvent[] }) {
  return (
    <DenseTable
      label="Audit"
      rows={events}
      keyOf={({ id, subjectId }) => `${id}${subjectId}`}
      columns={[
        { title: 'When', className: 'date', render: ({ at }) => moment(at) },
        {
          title: 'Who',
          render: (event) => (
            <span className="person">
              <Avatar name={event.actorName ?? event.actorKind} size="small" />
              <span>{whoOf(event)}</span>
            </span>
          ),
        },
        {
          title: 'Action and reason',
          render: ({ action, details }) => {
            const { reason, ...facts } = details
            const listed = Object.entries(facts).flatMap(factWords).join(', ')
            return (
              <Two small={[reason && `“${reason}”`, listed].filter(Boolean).join(' · ')}>
                <span>{actionWords(action)}</span>
              </Two>
            )
          },
        },
        { title: 'About', render: (event) => <About event={event} /> },
      ]}
    />
  )
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** An id tells a reader nothing, and a summary is in words already. */
function factWords([name, value]: [string, string]): string[] {
  if (uuid.test(value)) return []
  return [name === 'summary' ? value : auditDetail(name, value)]
}

const whoOf = ({ actorName, actorKind, impersonatorEmail }: AuditEvent) =>
  impersonatorEmail ? `${impersonatorEmail} as ${actorName ?? 'a family'}` : (actorName ?? actorKind)

function About({ event: { about, subjectId } }: { event: AuditEvent }) {
  if (!about) return <span className="muted">deleted</span>
  const name = about.shortId ? `${about.name}, ${about.shortId}` : about.name
  if (about.kind === 'Account')
    return (
      <Link className="linkplain num" href={`/families/${subjectId}`}>
        {name}
      </Link>
    )
  if (about.kind === 'School')
    return (
      <Link className="linkplain" href={`/schools/${subjectId}`}>
        {name}
      </Link>
    )
  return <span>{about.kind === 'Company' ? 'The company' : name}</span>
}

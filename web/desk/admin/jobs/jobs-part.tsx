import { useState } from 'react'
import type { StaffJob } from '#contract/staff-company.ts'
import { Button } from '../../../ui/button/button.tsx'
import { useRead } from '../../foundation/read.ts'
import { useNow } from '../../foundation/clock.ts'
import { moment } from '../../foundation/format.ts'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { DenseTable, Two, RowName } from '../../ui/table/dense-table.tsx'
import { HealthCard } from './health-card.tsx'
import { JobCard } from './job-card.tsx'
import { RunDrawer } from './run-drawer.tsx'
import { PlayIcon } from '../../ui/icon/play.tsx'
import { ParkedRows } from './parked-rows.tsx'
import { needsAttention, lampOf, schedule, took } from './job-words.ts'
import '../../ui/lamp/lamp.css'
import '../../ui/person/person.css'

/** What runs by itself. What somebody should look at comes first. */
export function JobsPart() {
  const jobs = useRead('GET /api/staff/jobs', {}, { refetchEveryMs: 15_000 })
  const [name, setName] = useState<string>()
  const [started, setStarted] = useState<StaffJob>()
  const list = (jobs.data ?? []).toSorted((one, other) => rankOf(other) - rankOf(one))
  const current = list.find((job) => job.name === name) ?? list.find(needsAttention) ?? list[0]
  return (
    <div className="duo jobs-duo">
      <div className="pile">
        <section className="card card--flush" aria-label="Jobs">
          <Loaded query={jobs} label="Loading the jobs">
            {() => <JobTable jobs={list} current={current} onChoose={setName} onRun={setStarted} />}
          </Loaded>
        </section>
        <ParkedRows />
      </div>
      <aside className="pile duo__aside--stick" aria-label="One job">
        {current && <JobCard key={current.name} job={current} onRun={() => setStarted(current)} />}
        <HealthCard />
      </aside>
      {started && <RunDrawer job={started} onClose={() => setStarted(undefined)} />}
    </div>
  )
}

/** What somebody should look at, then what runs on schedule, then what follows from something else. */
const rankOf = (job: StaffJob) => (needsAttention(job) ? 2 : 0) + (job.canRun ? 1 : 0)

const shownAtFirst = 12

function JobTable({
  jobs,
  current,
  onChoose,
  onRun,
}: {
  jobs: readonly StaffJob[]
  current: StaffJob | undefined
  onChoose: (name: string) => void
  onRun: (job: StaffJob) => void
}) {
  const now = useNow()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? jobs : jobs.slice(0, shownAtFirst)
  return (
    <>
      <DenseTable
        label="Jobs"
        rows={shown}
        keyOf={({ name }) => name}
        isCurrent={(job) => job === current}
        columns={[
          {
            title: 'Job',
            render: (job) => (
              <span className="person">
                <Lamp job={job} />
                <Two small={job.about}>
                  <RowName isCurrent={job === current} onClick={() => onChoose(job.name)}>
                    {job.name}
                  </RowName>
                </Two>
              </span>
            ),
          },
          { title: 'When', className: 'muted', render: (job) => schedule(job.schedule, now) },
          { title: 'Last run', render: lastRunText },
          { title: 'Done, 24 h', isRight: true, render: ({ done }) => done.toLocaleString('en-AU') },
          {
            title: 'Failed',
            isRight: true,
            render: ({ failed }) =>
              failed > 0 ? <b className="is-late">{failed}</b> : <span className="muted">0</span>,
          },
        ]}
        renderActs={(job) =>
          job.canRun ? (
            <Button look="secondary" size="small" icon={PlayIcon} onClick={() => onRun(job)}>
              Run<span className="sr"> {job.name}</span>
            </Button>
          ) : (
            <span className="xs muted">Automatic</span>
          )
        }
        actsTitle="Start"
      />
      <div className="tablefoot">
        <span>
          {shown.length} of {jobs.length} · Sydney times
        </span>
        {!isWhole && jobs.length > shownAtFirst && (
          <Button look="secondary" size="small" onClick={() => setWhole(true)}>
            Show all
          </Button>
        )}
      </div>
    </>
  )
}

function Lamp({ job }: { job: StaffJob }) {
  const lamp = lampOf(job)
  return (
    <>
      <span className={lamp === 'ok' ? 'lamp' : `lamp lamp--${lamp}`} aria-hidden="true" />
      {lamp !== 'ok' && <span className="sr">{lamp === 'error' ? 'Failed' : 'Waiting'}</span>}
    </>
  )
}

function lastRunText({ lastRun, waiting, isOverdue }: StaffJob): string {
  if (!lastRun) return isOverdue ? 'overdue' : 'never'
  const when = moment(lastRun.startedAt)
  if (lastRun.outcome === 'Failed') return `Failed, ${when}`
  const rest = waiting > 0 ? `, ${waiting} waiting` : `, ${took(lastRun)}`
  return isOverdue ? `${when}, overdue` : when + rest
}

import type { StaffJob } from '#contract/staff-company.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { useRead } from '../../foundation/read.ts'
import { count, moment } from '../../foundation/format.ts'
import { PlayIcon } from '../../ui/icon/play.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { Timeline } from '../../ui/timeline/timeline.tsx'
import { lampOf, took } from './job-words.ts'
import '../../ui/quote/quote.css'

/** How a job went lately, and starting it by hand. */
export function JobCard({ job, onRun }: { job: StaffJob; onRun: () => void }) {
  const { name, lastRun, givenUp, isOverdue } = job
  const runs = useRead(
    'GET /api/staff/jobs/:name/runs',
    { params: { name }, query: { limit: '8' } },
    { refetchEveryMs: 15_000 },
  )
  return (
    <Card title={name} aside={<StateBadge job={job} />}>
      <div className="stack stack--14">
        <p>{job.about}.</p>
        {isOverdue && <p>The last successful run is overdue.</p>}
        {givenUp > 0 && <p>{count(givenUp, 'task was', 'tasks were')} abandoned after the last attempt.</p>}
        {lastRun?.error && (
          <p className="quote">
            <span className="mono">{lastRun.error}</span>
          </p>
        )}
        <Loaded query={runs} label="Loading recent runs">
          {(found) =>
            found.length === 0 ? (
              <p className="muted">No runs yet.</p>
            ) : (
              <Timeline
                steps={found.map((run) => ({
                  title: run.outcome === 'Failed' ? 'Failed' : run.outcome === 'Done' ? 'Done' : 'Running',
                  detail: run.outcome === 'Done' ? `in ${took(run)}` : (run.error ?? undefined),
                  at: moment(run.startedAt),
                  state: run.outcome === 'Failed' ? 'fail' : run.outcome === null ? 'now' : 'done',
                }))}
              />
            )
          }
        </Loaded>
        {job.canRun ? (
          <Button look="secondary" icon={PlayIcon} onClick={onRun}>
            Run now
          </Button>
        ) : (
          <p className="xs muted">Runs automatically when needed.</p>
        )}
      </div>
    </Card>
  )
}

function StateBadge({ job }: { job: StaffJob }) {
  const lamp = lampOf(job)
  if (lamp === 'error') return <Badge tone="error">{job.givenUp > 0 ? 'Abandoned' : 'Failed'}</Badge>
  return lamp === 'caution' ? <Badge tone="caution">Check</Badge> : <Badge tone="success">OK</Badge>
}

import type { StaffJob } from '#contract/staff-company.ts'
import { call } from '../../foundation/staff-client.ts'
import { Effect } from '../../ui/effect/effect.tsx'
import { ReasonDrawer } from '../../ui/reason/reason-drawer.tsx'

/** Starts a job without waiting for its hour. */
export function RunDrawer({ job, onClose }: { job: StaffJob; onClose: () => void }) {
  return (
    <ReasonDrawer
      title={`Run ${job.name}`}
      lead={job.about}
      onClose={onClose}
      undo={null}
      submitLabel="Run now"
      act={async (reason) => {
        await call('POST /api/staff/jobs/:name/run', { params: { name: job.name }, body: { reason } })
        return `${job.name} starts within seconds.`
      }}
      rereads={['GET /api/staff/jobs', 'GET /api/staff/jobs/:name/runs']}
    >
      <Effect
        sentences={['Runs everything that is due now, as at its usual time. Completed work is not repeated.']}
      />
    </ReasonDrawer>
  )
}

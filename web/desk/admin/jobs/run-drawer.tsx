import { useState } from 'react'
import type { StaffJob } from '#contract/staff-company.ts'
import { refresh } from '../../foundation/read.ts'
import { call } from '../../foundation/staff-client.ts'
import { useAction } from '../../foundation/use-action.ts'
import { Drawer } from '../../ui/drawer/drawer.tsx'
import { Effect } from '../../ui/effect/effect.tsx'
import { ReasonField } from '../../ui/reason/reason-field.tsx'
import { showDone } from '../../foundation/toast.ts'

/** Starts a job without waiting for its hour. */
export function RunDrawer({ job, onClose }: { job: StaffJob; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const run = useAction(async () => {
    await call('POST /api/staff/jobs/:name/run', { params: { name: job.name }, body: { reason } })
    showDone(`${job.name} starts within seconds.`)
    await refresh('GET /api/staff/jobs', 'GET /api/staff/jobs/:name/runs')
    onClose()
  })
  return (
    <Drawer
      title={`Run ${job.name}`}
      lead={job.about}
      onClose={onClose}
      undo={null}
      submitLabel="Run now"
      isBusy={run.isBusy}
      isSubmitOff={reason.trim() === ''}
      onSubmit={() => void run.run()}
      failure={run.failure}
    >
      <Effect
        sentences={[
          {
            text: 'Runs everything that is due now, as at its usual time. Completed work is not repeated.',
          },
        ]}
      />
      <ReasonField value={reason} onChange={setReason} />
    </Drawer>
  )
}

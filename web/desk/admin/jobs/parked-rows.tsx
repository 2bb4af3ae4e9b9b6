import { useState } from 'react'
import { Link } from 'wouter'
import type { ParkedItem } from '#contract/staff-company.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { useRead } from '../../foundation/read.ts'
import { call } from '../../foundation/staff-client.ts'
import { Effect } from '../../ui/effect/effect.tsx'
import { moment } from '../../foundation/format.ts'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { ReasonDrawer } from '../../ui/reason/reason-drawer.tsx'
import { DenseTable, Two } from '../../ui/table/dense-table.tsx'

/** Rows that a job could not process. Nothing tries them again until somebody says so. */
export function ParkedRows() {
  const parked = useRead('GET /api/staff/parked-items', {}, { refetchEveryMs: 60_000 })
  const [retrying, setRetrying] = useState<ParkedItem>()
  return (
    <Card title="Skipped rows" isFlush>
      <Loaded query={parked} label="Loading skipped rows">
        {(found) =>
          found.length === 0 ? (
            <p className="admin-section muted">No skipped rows: every job has processed every row.</p>
          ) : (
            <DenseTable
              label="Skipped rows"
              rows={found}
              keyOf={({ work, item }) => `${work} ${item}`}
              columns={[
                {
                  title: 'Job',
                  render: ({ work, item }) => (
                    <Two small={<span className="mono">{item}</span>}>
                      <span className="semibold">{work}</span>
                    </Two>
                  ),
                },
                {
                  title: 'Family',
                  render: ({ accountId, shortId }) =>
                    accountId && (
                      <Link className="linkplain num" href={`/families/${accountId}`}>
                        {shortId}
                      </Link>
                    ),
                },
                { title: 'Why', render: ({ reason }) => reason },
                {
                  title: 'Since',
                  className: 'muted',
                  render: ({ firstFailedAt, tries }) => (
                    <Two small={`${tries} tries`}>
                      <span>{moment(firstFailedAt)}</span>
                    </Two>
                  ),
                },
              ]}
              renderActs={(row) => (
                <Button look="secondary" size="small" onClick={() => setRetrying(row)}>
                  Try again
                  <span className="sr">
                    : {row.work} {row.item}
                  </span>
                </Button>
              )}
              actsTitle="Act"
            />
          )
        }
      </Loaded>
      {retrying && <RetryDrawer item={retrying} onClose={() => setRetrying(undefined)} />}
    </Card>
  )
}

function RetryDrawer({ item, onClose }: { item: ParkedItem; onClose: () => void }) {
  return (
    <ReasonDrawer
      title="Try again"
      lead={`${item.work}${item.shortId ? `, ${item.shortId}` : ''}`}
      onClose={onClose}
      undo="If it fails again, it is skipped again."
      submitLabel="Try again"
      act={async (reason) => {
        await call('POST /api/staff/parked-items/retry', {
          body: { work: item.work, item: item.item, reason },
        })
        return `The next run of ${item.work} will try it again.`
      }}
      rereads={['GET /api/staff/parked-items', 'GET /api/staff/jobs', 'GET /api/staff/health']}
    >
      <p className="quote">
        <span className="mono">{item.reason}</span>
      </p>
      <Effect sentences={['The next run of the job processes it like any other row.']} />
    </ReasonDrawer>
  )
}

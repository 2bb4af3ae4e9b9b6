import { useState } from 'react'
import type { ClientError } from '#contract/staff-company.ts'
import { Empty } from '../../ui/empty/empty.tsx'
import { SuccessArt } from '../../ui/spot-art/success.tsx'
import { useRead } from '../foundation/read.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { Facts } from '../ui/facts/facts.tsx'
import { moment } from '../foundation/format.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { DenseTable, RowName } from '../ui/table/dense-table.tsx'

/** Errors that browsers reported, newest first. */
export function FaultsPart() {
  const faults = useRead('GET /api/staff/client-errors', { query: { limit: '200' } })
  const [shown, setShown] = useState<ClientError>()
  return (
    <section className="card card--flush" aria-label="Browser errors">
      <Loaded query={faults} label="Loading browser errors">
        {(found) =>
          found.length === 0 ? (
            <Empty art={SuccessArt} title="No browser errors">
              Errors in families’ browsers are reported here automatically.
            </Empty>
          ) : (
            <DenseTable
              label="Browser errors"
              rows={found}
              keyOf={({ id }) => id}
              columns={[
                { title: 'When', className: 'date', render: ({ at }) => moment(at) },
                {
                  title: 'Error',
                  render: (fault) => <RowName onClick={() => setShown(fault)}>{fault.message}</RowName>,
                },
                { title: 'Page', className: 'muted', render: ({ path }) => path },
                { title: 'Times', isRight: true, render: ({ times }) => times },
                { title: 'Request', render: ({ requestId }) => <span className="mono">{requestId}</span> },
              ]}
            />
          )
        }
      </Loaded>
      {shown && (
        <Dialog title="Browser error" onClose={() => setShown(undefined)}>
          <Facts
            facts={[
              ['When', moment(shown.at)],
              ['Page', shown.path],
              ['Where', shown.environment],
              ['Error', shown.message],
              ['Request', shown.requestId ?? 'none'],
            ]}
          />
          {shown.stack && <pre className="trace mono">{shown.stack}</pre>}
        </Dialog>
      )}
    </section>
  )
}

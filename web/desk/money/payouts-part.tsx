import { useState } from 'react'
import { regionFacts, regions, type Region } from '#domain/region.ts'
import { Card } from '../../ui/card/card.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import { useRead } from '../foundation/read.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { Timeline } from '../ui/timeline/timeline.tsx'
import { Batches } from './batches.tsx'
import { currencyOf } from './money-words.ts'
import { NewBatch } from './new-batch.tsx'
import { ToPayOut } from './to-pay-out.tsx'
import './money.css'

/** Credit that families want back: what waits, the batches for the bank, and a new one. */
export function PayoutsPart() {
  const [region, setRegion] = useState<Region>('AU')
  const waiting = useRead('GET /api/staff/money', {})
  const pending = useRead('GET /api/staff/withdrawals', { query: { status: 'Pending', limit: '500' } })
  const approved = useRead('GET /api/staff/withdrawals', { query: { status: 'Approved', limit: '500' } })
  const payouts = useRead('GET /api/staff/payouts', { query: { limit: '100' } })
  const countIn = (of: Region) => {
    const open = waiting.data?.withdrawals[of]
    return open ? ` ${open.toReview.count + open.toPayOut.count}` : ''
  }
  const toPayOut = (approved.data ?? []).filter(
    ({ currency, payoutNumber }) => currency === currencyOf(region) && payoutNumber === null,
  )
  return (
    <div className="duo payout-duo">
      <div className="pile">
        <section className="card card--flush money-table" aria-labelledby="to-pay-out">
          <div className="card__head">
            <h2 id="to-pay-out">To pay out</h2>
            <Segmented
              legend="Region"
              size="small"
              value={region}
              onChange={setRegion}
              options={regions.map((value) => ({
                value,
                label: `${regionFacts[value].name}${countIn(value)}`,
              }))}
            />
          </div>
          <Loaded query={pending} label="Loading the withdrawals">
            {(toReview) => (
              <ToPayOut
                region={region}
                approved={toPayOut}
                toReview={toReview.filter(({ currency }) => currency === currencyOf(region))}
              />
            )}
          </Loaded>
        </section>
        <section className="card card--flush money-table" aria-labelledby="batches">
          <div className="card__head">
            <h2 id="batches">Batches</h2>
          </div>
          <Loaded query={payouts} label="Loading the batches">
            {(found) => <Batches region={region} payouts={found.filter((each) => each.region === region)} />}
          </Loaded>
        </section>
      </div>
      <aside className="pile duo__aside--stick" aria-label="New batch">
        <NewBatch key={region} region={region} toPayOut={toPayOut} />
        <Card title="How it works">
          <Timeline
            steps={[
              { title: 'The family requests a withdrawal, and the money is held' },
              { title: 'Two people check and approve it' },
              { title: 'A second person releases the batch', state: 'now' },
              { title: 'The file goes to the bank', state: 'later' },
              { title: 'The bank pays, and we mark it as paid', state: 'later' },
            ]}
          />
        </Card>
      </aside>
    </div>
  )
}

import type { PlanVersion, StaffPlanHistory } from '#contract/staff-family-plans.ts'
import { regionFacts, type Currency, type Region } from '#domain/region.ts'
import { Card } from '../../ui/card/card.tsx'
import { money, signedMoney, day } from '../foundation/format.ts'
import { dateIn } from '#domain/calendar/calendar.ts'
import { timeOf } from '../foundation/days.ts'
import '../ui/timeline/timeline.css'

/** Every save of a plan, newest first, each with what it changed. */
export function PlanVersions({ plan, region }: { plan: StaffPlanHistory; region: Region }) {
  const { currency } = regionFacts[region]
  return (
    <Card title="Versions" aside={<span className="xs muted">Every saved version is kept.</span>}>
      <ol className="timeline">
        {plan.versions.map((version, index) => (
          <li key={version.version} className={index === 0 ? 'is-now' : undefined}>
            <div className="timeline__body">
              <b>
                Version {version.version}: {version.title}
              </b>
              <small>{version.sentences.join('. ')}.</small>
              {version.reason && <small>Reason: “{version.reason}”</small>}
              <Changes version={version} />
              {version.totalBefore !== null && version.differences.length > 0 && (
                <Differences version={version} currency={currency} />
              )}
              {version.totalBefore === null && (
                <details className="version-fees">
                  <summary>Breakdown</summary>
                  <Differences version={version} currency={currency} />
                </details>
              )}
            </div>
            <time dateTime={version.savedAt}>
              {day(dateIn(region, new Date(version.savedAt)))}, {timeOf(version.savedAt, region)}
            </time>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Changes({ version: { facts } }: { version: PlanVersion }) {
  const changed = facts.filter(({ before }) => before !== null)
  if (changed.length === 0) return null
  return (
    <small>{changed.map(({ label, value, before }) => `${label}: ${before} → ${value}`).join(' · ')}</small>
  )
}

function Differences({ version, currency }: { version: PlanVersion; currency: Currency }) {
  const { differences, totalBefore, total } = version
  return (
    <div className="why version-why">
      <div className="why__sum">
        {totalBefore !== null && (
          <div>
            <span>Fees in version {version.version - 1}</span>
            <span>{money(totalBefore, currency)}</span>
          </div>
        )}
        {differences.map(({ label, amount }) => (
          <div key={label}>
            <span>{label}</span>
            <span>{signedMoney(amount, currency)}</span>
          </div>
        ))}
        <div>
          <span>Fees in version {version.version}</span>
          <span>{money(total, currency)}</span>
        </div>
      </div>
    </div>
  )
}

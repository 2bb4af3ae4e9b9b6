import type { Account } from '#contract/accounts.ts'
import { regionFacts } from '#domain/region.ts'
import { useSettings } from '../../session/settings.ts'
import { useStored } from '../../session/storage.ts'
import { readToken } from '../../session/token.ts'
import { SidePanel } from '../../ui/side-panel/side-panel.tsx'
import './feature-panel.css'

type FeaturePanelProps = { account: Account | undefined; onClose: () => void }

/** Shows staff which settings decide what a customer sees. Read-only. */
export function FeaturePanel({ account, onClose }: FeaturePanelProps) {
  const settings = useSettings()
  const impersonator = readToken(useStored('token'))?.impersonatorEmail
  return (
    <SidePanel title="Feature" onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what only scrolls must be scrolled by keys too */}
      <div className="features" role="group" aria-label="Facts" tabIndex={0}>
        <Facts
          title="Session"
          facts={{
            Impersonator: impersonator,
            Environment: settings?.environment,
            Region: account && regionFacts[account.region].name,
          }}
        />
        <Facts title="Flags" facts={settings?.flags ?? {}} />
        <Facts title="Account config" facts={account?.config ?? {}} />
      </div>
    </SidePanel>
  )
}

function Facts({ title, facts }: { title: string; facts: Record<string, unknown> }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl className="features__list">
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{inWords(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Settings are shown as stored, so that they can be compared with logs. */
function inWords(value: unknown): string {
  if (value === null || value === undefined) return 'not set'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(inWords).join(', ')
  if (typeof value !== 'object') return `${value as string | number | boolean}`
  return Object.entries(value)
    .map(([name, inner]) => `${name}: ${inWords(inner)}`)
    .join(', ')
}

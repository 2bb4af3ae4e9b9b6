import { Link } from 'wouter'
import { Accordion } from '../../ui/accordion/accordion.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Empty } from '../../ui/empty/empty.tsx'
import { TrashIcon } from '../../ui/icon/trash.tsx'
import { SignpostArt } from '../../ui/spot-art/signpost.tsx'
import { Tag } from '../../ui/tag/tag.tsx'
import { call } from '../api/call.ts'
import { useClockOffset } from '../api/clock.ts'
import { usePeople } from '../api/people.ts'
import { useFaults } from '../api/queries.ts'
import type { Rule } from '../api/wire.ts'
import { Facts } from '../parts/facts.tsx'
import { dayAndTime } from '../parts/time.ts'
import { useAction } from '../parts/use-action.tsx'
import { isActive, RecipeList } from './recipe-list.tsx'
import { SwitchForm } from './switch-form.tsx'
import { nameOf } from './words.ts'
import '../parts/list.css'
import './switches.css'

export function Switches() {
  // An outage ends by the clock.
  useClockOffset()
  const { data } = useFaults()
  const { outcome, act } = useAction()
  const rules = data?.faults ?? []
  return (
    <>
      {outcome}
      <RecipeList rules={rules} />
      <section className="stack stack--20">
        <h2>Switches that are set</h2>
        {rules.length > 0 && (
          <ul className="card card--flush list">
            {rules.map((rule) => (
              <RuleRow
                key={rule.id}
                rule={rule}
                onRemove={() => act(() => call('DELETE', `/faults/${rule.id}`))}
              />
            ))}
          </ul>
        )}
        {data && rules.length === 0 && (
          <Empty art={SignpostArt}>No switch is set: every provider answers as it should.</Empty>
        )}
      </section>
      {data && (
        <div className="card by-hand">
          <Accordion title="Set a switch by hand">
            <div className="columns">
              <SwitchForm providers={data.providers} />
              <WithoutSwitch />
            </div>
          </Accordion>
        </div>
      )}
    </>
  )
}

export function ClearSwitches() {
  const isEmpty = (useFaults().data?.faults ?? []).length === 0
  const { act } = useAction()
  return (
    <Button
      look="secondary"
      size="small"
      icon={TrashIcon}
      disabled={isEmpty}
      onClick={() => act(() => call('DELETE', '/faults'))}
    >
      Clear all
    </Button>
  )
}

function RuleRow({ rule, onRemove }: { rule: Rule; onRemove: () => void }) {
  const owner = usePeople().ownerOf(rule.match)
  const conditions = [
    rule.method && `method ${rule.method}`,
    rule.path && `path ${rule.path}`,
    owner ? `for ${owner.family.name}` : rule.match && `match ${rule.match}`,
    rule.after && 'after it was done',
    rule.until && `until ${dayAndTime(rule.until)}, Sydney time`,
  ].filter(Boolean)
  const struck = rule.times - rule.left
  const left = rule.until ? `struck ${struck} times` : `${rule.left} of ${rule.times} left`
  return (
    <li className="rule row row--between">
      <div>
        <p className="rule__name row">
          <Tag>{rule.provider}</Tag> {nameOf(rule)}
        </p>
        {conditions.length > 0 && <p className="muted sm">{conditions.join(', ')}</p>}
        <p className="muted sm">
          {isActive(rule) ? left : `Used up, struck ${struck} of ${rule.times} times`}
        </p>
      </div>
      <Button
        look="borderless"
        size="small"
        icon={TrashIcon}
        aria-label={`Remove switch: ${rule.provider}, ${nameOf(rule)}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  )
}

function WithoutSwitch() {
  return (
    <section className="stack stack--20">
      <h2>Works without a switch</h2>
      <Facts
        facts={{
          'Mobile ending 000': 'refused as invalid (21211)',
          'Mobile ending 001': 'no answer until you give up',
          'Mobile ending 002': 'accepted, then undelivered',
          'Mail to bounce@…': 'refused for good (550)',
          'Licence or passport ending 000': 'not known to its issuer',
          'Licence or passport ending 997': 'known, with notes',
          'Licence or passport ending 998': 'no answer until you give up',
          'Licence or passport ending 999': 'the issuer breaks down (500)',
          'Credit check, street number ending 000': 'nobody of that name is known there',
          'Credit check, street number ending 999': 'a fault (500); ending 998 no answer',
          'Address search for “zz none”': 'nothing found; “zz error” a fault, “zz timeout” no answer',
          'Cards and accounts': <Link href="/test-data">Test data</Link>,
        }}
      />
    </section>
  )
}

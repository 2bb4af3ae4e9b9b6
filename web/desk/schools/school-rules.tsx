import { useState } from 'react'
import type { StaffSchool } from '#contract/staff-schools.ts'
import { usualDiscountLimitBasisPoints } from '#domain/plan/declared-discounts.ts'
import { mostTyped } from '#domain/plan/typed-amounts.ts'
import { toDecimal } from '#domain/money.ts'
import { regionFacts } from '#domain/region.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { useRead } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { useMay } from '../foundation/session.ts'
import { Facts } from '../ui/facts/facts.tsx'
import { money } from '../foundation/format.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { ReasonDrawer } from '../ui/reason/reason-drawer.tsx'
import { PolicyForm } from './policy-form.tsx'
import { bodyOf, stateOfSchool } from './policy-state.ts'
import {
  absorptionNames,
  methodNames,
  portalNames,
  ruleNames,
  rules,
  ruleText,
  switches,
  switchNames,
} from './policy-words.ts'

/** What a school has decided about its families' payments. */
export function SchoolRules({ schoolId }: { schoolId: string }) {
  const query = useRead('GET /api/staff/schools', {})
  return (
    <Loaded query={query} label="Loading the rules">
      {(schools) => {
        const school = schools.find(({ id }) => id === schoolId)
        return school && <Rules school={school} />
      }}
    </Loaded>
  )
}

function Rules({ school }: { school: StaffSchool }) {
  const mayEdit = useMay('admin')
  const [isEditing, setEditing] = useState(false)
  const edit = mayEdit ? (
    <Button size="small" look="secondary" onClick={() => setEditing(true)}>
      Change the rules
    </Button>
  ) : (
    <span className="xs muted">Only an Admin can change rules</span>
  )
  return (
    <div className="duo duo--half schools__rules">
      <Card title="Payments" aside={edit}>
        <Facts facts={paymentFacts(school)} />
      </Card>
      <Card title="Changes that families can make to a current plan">
        <Facts facts={rules.map((rule) => [ruleNames[rule], ruleText(rule, school.flexibility[rule])])} />
      </Card>
      {isEditing && <EditRules school={school} onClose={() => setEditing(false)} />}
    </div>
  )
}

function paymentFacts(school: StaffSchool): [string, string][] {
  const { currency } = regionFacts[school.region]
  const usualLimit = money(toDecimal(mostTyped[school.region].outstandingFees), currency)
  return [
    ['Known as', school.larkwellId],
    ['Ways to pay', school.allowedRegionalMethods.map((method) => methodNames[method]).join(', ')],
    ['Shown in the portal', school.allowedPortalMethods.map((method) => portalNames[method]).join(', ')],
    ['BPAY biller', school.bpayBillerCode ?? 'None'],
    ['Card surcharges', absorptionNames[school.absorbCardSurcharge]],
    ...switchNames.map((name): [string, string] => [switches[name], school[name] ? 'Yes' : 'No']),
    [
      'Renewal opens',
      school.renewalOpensDays === null
        ? 'Unknown'
        : `${school.renewalOpensDays} days before the end of the year`,
    ],
    [
      'Unverified discounts',
      school.discountLimitPercent === null
        ? `Up to ${usualDiscountLimitBasisPoints / 100}%, default`
        : `Up to ${school.discountLimitPercent}%`,
    ],
    [
      'Outstanding fees',
      school.outstandingFeesLimit === null
        ? `Up to ${usualLimit}, default`
        : `Up to ${money(school.outstandingFeesLimit, currency)}`,
    ],
    ['Dishonour fee', money(school.dishonourFee, currency)],
  ]
}

function EditRules({ school, onClose }: { school: StaffSchool; onClose: () => void }) {
  const [state, setState] = useState(() => stateOfSchool(school))
  return (
    <ReasonDrawer
      title="Change the rules"
      lead={school.name}
      onClose={onClose}
      undo="Can be changed back at any time. Payments collected in the meantime do not change."
      submitLabel="Save the rules"
      act={async (reason) => {
        const params = { schoolId: school.id }
        await call('PUT /api/staff/schools/:schoolId', { params, body: { ...bodyOf(state), reason } })
        return `Rules of ${school.name} changed.`
      }}
    >
      {(errors) => <PolicyForm region={school.region} state={state} onChange={setState} errors={errors} />}
    </ReasonDrawer>
  )
}

import { portalPaymentMethods, surchargeAbsorptions } from '#domain/payment-methods/payment-methods.ts'
import { usualFlexibility } from '#domain/plan/changes/flexibility.ts'
import { regionFacts, type Region } from '#domain/region.ts'
import { methodsOfRegion } from '#domain/school-policies.ts'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { bind } from '../foundation/draft.ts'
import { Columns } from '../ui/field-group/field-group.tsx'
import { Ticks } from '../ui/ticks/ticks.tsx'
import type { PolicyState } from './policy-state.ts'
import {
  absorptionNames,
  methodNames,
  mostOf,
  portalNames,
  ruleNames,
  rules,
  ruleText,
  switches,
  switchNames,
} from './policy-words.ts'

type PolicyFormProps = {
  region: Region
  state: PolicyState
  onChange: (state: PolicyState) => void
  /** What the server says about each field. */
  errors: Record<string, string>
}

/** Everything that a school decides about its families' payments. */
export function PolicyForm({ region, state, onChange, errors }: PolicyFormProps) {
  const set = (changed: Partial<PolicyState>) => onChange({ ...state, ...changed })
  const { text, field, tick } = bind({ draft: state, set, errors })
  const symbol = regionFacts[region].symbol
  return (
    <>
      <TextInput label="Name" hint="As families read it" required maxLength={100} {...text('name')} />
      <div className="fields">
        <Columns size={6}>
          <TextInput label="E-mail" type="email" required {...text('email')} />
          <TextInput label="Phone" type="tel" required maxLength={30} {...text('phone')} />
        </Columns>
      </div>
      <Ticks
        legend="Ways to pay"
        names={methodNames}
        all={methodsOfRegion[region]}
        {...field('allowedRegionalMethods')}
      />
      <Ticks
        legend="Shown in the portal"
        names={portalNames}
        all={portalPaymentMethods}
        {...field('allowedPortalMethods')}
      />
      {region === 'AU' && (
        <TextInput
          label="BPAY biller code"
          hint="Leave blank if families do not pay by BPAY"
          inputMode="numeric"
          maxLength={10}
          {...text('bpayBillerCode')}
        />
      )}
      <NativeSelect
        label="Who pays card surcharges"
        options={surchargeAbsorptions.map((value) => ({ value, label: absorptionNames[value] }))}
        {...field('absorbCardSurcharge')}
      />
      {switchNames.map((name) => (
        <Checkbox key={name} label={switches[name]} {...tick(name)} />
      ))}
      <div className="fields">
        <Columns size={6}>
          <TextInput
            label="Renewal opens"
            suffix="days"
            hint="Days before the end of the year; leave blank if not known"
            inputMode="numeric"
            {...text('renewalOpensDays')}
          />
          <TextInput
            label="Dishonour fee"
            prefix={symbol}
            hint="For each dishonoured debit"
            inputMode="decimal"
            {...text('dishonourFee')}
          />
          <TextInput
            label="Unverified discounts"
            suffix="%"
            hint="Percentage of a student’s fees; leave blank for the default"
            inputMode="decimal"
            {...text('discountLimitPercent')}
          />
          <TextInput
            label="Outstanding fees"
            prefix={symbol}
            hint="The most a family may enter; leave blank for the default"
            inputMode="decimal"
            {...text('outstandingFeesLimit')}
          />
        </Columns>
      </div>
      <h3>Changes that families can make to a current plan</h3>
      <div className="fields">
        <Columns size={6}>
          {rules.map((rule) => (
            <NativeSelect
              key={rule}
              label={ruleNames[rule]}
              options={ruleOptions(rule)}
              value={state.flexibility[rule]}
              onChange={(value) => set({ flexibility: { ...state.flexibility, [rule]: value } })}
              error={errors[`flexibility.${rule}`]}
            />
          ))}
        </Columns>
      </div>
    </>
  )
}

function ruleOptions(rule: keyof typeof ruleNames): { value: string; label: string }[] {
  const usual = { value: 'usual', label: ruleText(rule, null) }
  if (typeof usualFlexibility[rule] === 'boolean')
    return [usual, { value: 'yes', label: 'Yes' }, { value: 'no', label: 'No' }]
  const least = rule === 'mostDaysLater' ? 1 : 0
  const numbers = Array.from({ length: (mostOf(rule) ?? 0) - least + 1 }, (_, at) => String(at + least))
  return [usual, ...numbers.map((value) => ({ value, label: value }))]
}

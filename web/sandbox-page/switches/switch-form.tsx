import { useState, type SubmitEvent } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { PlusIcon } from '../../ui/icon/plus.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { call } from '../api/call.ts'
import { sandboxNow } from '../api/clock.ts'
import { announce } from '../parts/announce.tsx'
import { valuesOf } from '../parts/form-values.ts'
import { useAction } from '../parts/use-action.tsx'
import { argumentKinds, hints, optionOf } from './words.ts'

const declineCodes = [
  'generic_decline',
  'insufficient_funds',
  'lost_card',
  'stolen_card',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'authentication_required',
  'debit_not_authorized',
  'account_closed',
]

const retries = [
  { value: '', label: 'Says nothing about it' },
  { value: 'true', label: 'Yes, try again' },
  { value: 'false', label: 'No, do not' },
]

/** What each provider can do wrong is the sandbox's to say. */
export function SwitchForm({ providers }: { providers: Record<string, string[]> }) {
  const names = Object.keys(providers)
  const [chosenProvider, setProvider] = useState<string>()
  const [chosenAction, setAction] = useState<string>()
  const [retry, setRetry] = useState('')
  const [isAfter, setAfter] = useState(false)
  const { outcome, act } = useAction()

  const provider = chosenProvider ?? names[0] ?? ''
  const actions = providers[provider] ?? []
  const action = actions.find((each) => each === chosenAction) ?? actions[0] ?? ''
  const argument = argumentKinds[/<(\w+)>/.exec(action)?.[1] ?? '']
  const hint = hints[provider]
  const canTellRetry = provider === 'stripe' && action.startsWith('status:')
  // A webhook has no answer, so before or after makes no difference.
  const canBeAfter = provider !== 'stripe-webhooks'

  function add(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { times, value = '', method = '', match, path = '', minutes } = valuesOf(event.currentTarget)
    const lastsMs = Number(minutes) * 60_000
    act(async () => {
      await call('POST', '/faults', {
        provider,
        times: Number(times),
        action: action.replace(/<.*>/, value),
        method: method.trim(),
        match,
        path: path.trim(),
        after: canBeAfter && isAfter,
        ...(lastsMs > 0 && { until: new Date(sandboxNow() + lastsMs).toISOString() }),
        ...(canTellRetry && retry !== '' && { stripeShouldRetry: retry === 'true' }),
      })
      announce('Switch added')
    })
  }

  return (
    <form className="stack stack--20" onSubmit={add}>
      <h2>Add a switch</h2>
      <div className="fields">
        <NativeSelect
          label="Provider"
          options={names.map((name) => ({ value: name, label: name }))}
          value={provider}
          onChange={setProvider}
        />
        <TextInput
          label="Times"
          name="times"
          type="number"
          min={1}
          max={1_000_000}
          required
          defaultValue={1}
        />
      </div>
      <NativeSelect
        label="What goes wrong"
        options={actions.map((each) => ({ value: each, label: optionOf(provider, each) }))}
        value={action}
        onChange={setAction}
      />
      {argument && (
        <TextInput
          key={argument.label}
          label={argument.label}
          name="value"
          list="decline-codes"
          required
          pattern={argument.pattern}
          defaultValue={argument.value}
        />
      )}
      {canTellRetry && (
        <NativeSelect
          label="Tells the caller whether to try again"
          options={retries}
          value={retry}
          onChange={setRetry}
        />
      )}
      <div className="fields">
        <TextInput label="Method (optional)" name="method" placeholder={hint?.method ?? 'Any'} />
        <TextInput label="Contains (optional)" name="match" placeholder="Any words" />
      </div>
      <TextInput
        label="Path (optional)"
        name="path"
        placeholder="Any"
        hint={`${hint?.path ?? 'A path'}. An asterisk stands for anything.`}
      />
      <div className="fields">
        <TextInput label="Minutes (optional)" name="minutes" type="number" min={1} placeholder="No limit" />
      </div>
      {canBeAfter && (
        <Checkbox label="Do what was asked first, then fail" isChecked={isAfter} onChange={setAfter} />
      )}
      {outcome}
      <div>
        <Button type="submit" icon={PlusIcon}>
          Add switch
        </Button>
      </div>
      <datalist id="decline-codes">
        {declineCodes.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </datalist>
    </form>
  )
}

import { useId, useRef } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Field } from '../../ui/text-input/field.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { valuesOf } from './form-values.ts'
import type { useAction } from './use-action.tsx'
import '../../ui/select/select.css'

/** What can be done to a thing. It returns what came of it, in words. */
export type ThingAction = {
  label: string
  /** The id of what it is done to. */
  of: string
  fields?: FormField[]
  run: (values: Record<string, string>) => Promise<string>
}

type FormField = {
  name: string
  label: string
  value?: string | number
  type?: 'number'
  /** A choice instead of a text. */
  options?: Record<string, string>
}

export function ActionForm({
  action: { label, of, fields, run },
  act,
}: {
  action: ThingAction
  act: ReturnType<typeof useAction>['act']
}) {
  const form = useRef<HTMLFormElement>(null)
  async function submit() {
    const said = await run(form.current ? valuesOf(form.current) : {})
    // A field that is as it was drawn shows its new value when the thing has changed.
    form.current?.reset()
    return said
  }
  return (
    <form
      className="action"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        act(submit)
      }}
    >
      {fields?.map((field) =>
        field.options ? (
          <Choice key={field.name} {...field} options={field.options} />
        ) : (
          <TextInput
            key={field.name}
            label={field.label}
            name={field.name}
            type={field.type}
            defaultValue={field.value}
            inputMode="decimal"
            autoComplete="off"
          />
        ),
      )}
      <Button type="submit" look="secondary" size="small">
        {label}
        <span className="sr"> {of}</span>
      </Button>
    </form>
  )
}

function Choice({ label, name, options }: FormField & { options: Record<string, string> }) {
  const id = useId()
  return (
    <Field id={id} label={label}>
      <select className="select" id={id} name={name}>
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  )
}

import { TextArea } from '../../ui/text-input/text-area.tsx'
import type { FormProps } from './action.ts'
import { MemberField } from './fields.tsx'

type Props = Pick<FormProps<{ customerId: string; words: string }>, 'account' | 'text' | 'field'>

/** Of a family that finds it hard to pay and has told us on the phone. */
export function WhatTheySaid({ account, text, field }: Props) {
  return (
    <>
      <MemberField account={account} label="Who contacted us" {...field('customerId')} />
      <TextArea
        label="What they said"
        hint="They can read it with their request. Other members cannot."
        required
        maxLength={1000}
        {...text('words')}
      />
    </>
  )
}

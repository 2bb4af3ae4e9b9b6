import { TextArea } from '../../ui/text-input/text-area.tsx'
import type { FormProps } from './action.ts'
import { errorOf, MemberField } from './fields.tsx'

type Props = Pick<FormProps<{ customerId: string; words: string }>, 'account' | 'draft' | 'set' | 'errors'>

/** Of a family that finds it hard to pay and has told us on the phone. */
export function WhatTheySaid({ account, draft, set, errors }: Props) {
  return (
    <>
      <MemberField
        account={account}
        label="Who contacted us"
        value={draft.customerId}
        onChange={(customerId) => set({ customerId })}
      />
      <TextArea
        label="What they said"
        hint="They can read it with their request. Other members cannot."
        required
        maxLength={1000}
        value={draft.words}
        onChange={(event) => set({ words: event.currentTarget.value })}
        {...errorOf(errors, 'words')}
      />
    </>
  )
}

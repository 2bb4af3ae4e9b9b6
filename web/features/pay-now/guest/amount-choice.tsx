import { useId, type FormEvent } from 'react'
import { amountChangeReasons, reasonDescriptionMaxLength, type AmountChangeReason } from '#domain/pay-now.ts'
import type { Region } from '#domain/region.ts'
import { AmountInput } from '../../../ui/amount-input/amount-input.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Choice, Choices } from '../../../ui/choice/choice.tsx'
import { formatMoney } from '../../../ui/money/money.tsx'
import { NativeSelect } from '../../../ui/select/native-select.tsx'
import { TextArea } from '../../../ui/text-input/text-area.tsx'
import type { GuestDraft } from './guest-draft.ts'

type AmountChoiceProps = {
  amountDue: number
  region: Region
  draft: GuestDraft
  onDraft: (draft: GuestDraft) => void
  lack: string | null
  onProceed: () => void
}

/** The full amount, or another amount with a reason. */
export function AmountChoice({ amountDue, region, draft, onDraft, lack, onProceed }: AmountChoiceProps) {
  const lackId = useId()
  function submit(event: FormEvent) {
    event.preventDefault()
    if (lack === null) onProceed()
  }
  return (
    <form className="stack stack--24" noValidate onSubmit={submit}>
      <Choices
        legend="How much would you like to pay?"
        value={draft.pays}
        onChoose={(pays) => onDraft({ ...draft, pays })}
      >
        <Choice value="total" label={`Pay total amount due (${formatMoney(amountDue, region)})`} />
        <Choice value="different" label="Pay different amount">
          <DifferentAmount region={region} draft={draft} onDraft={onDraft} />
        </Choice>
      </Choices>
      <div className="stack stack--10">
        <Button
          type="submit"
          size="large"
          isBlock
          disabled={lack !== null}
          aria-describedby={lack === null ? undefined : lackId}
        >
          Proceed to payment method
        </Button>
        <p className="amount-choice__lack sm muted center" id={lackId} role="status">
          {lack}
        </p>
      </div>
    </form>
  )
}

const reasonLabels: Record<AmountChangeReason, string> = {
  MultiplePartiesPayingFees: 'Multiple parties are paying the fees',
  UnableToPayFullAmount: 'Unable to pay the full amount',
  IncorrectAmountDue: 'The amount due is incorrect',
  ToPayMore: 'I want to pay more',
  Other: 'Other',
}

const reasonOptions = amountChangeReasons.map((value) => ({ value, label: reasonLabels[value] }))

function DifferentAmount({
  region,
  draft,
  onDraft,
}: Pick<AmountChoiceProps, 'region' | 'draft' | 'onDraft'>) {
  return (
    <div className="stack">
      <AmountInput
        label="Payment amount"
        required
        isStrict
        size="large"
        region={region}
        value={draft.amount}
        onChange={(amount) => onDraft({ ...draft, amount })}
      />
      <NativeSelect
        label="Please provide a reason"
        required
        options={reasonOptions}
        placeholder="Select a reason"
        value={draft.reason}
        onChange={(reason) => onDraft({ ...draft, reason })}
      />
      {draft.reason === 'Other' && (
        <TextArea
          label="Please specify"
          required
          rows={3}
          maxLength={reasonDescriptionMaxLength}
          hint={`${draft.description.length} of ${reasonDescriptionMaxLength} characters`}
          value={draft.description}
          onChange={(event) => onDraft({ ...draft, description: shortened(event.currentTarget.value) })}
        />
      )}
    </div>
  )
}

/** What is put in by other means than keys can be longer than the field allows. Half a character is left out. */
function shortened(text: string): string {
  return text.slice(0, reasonDescriptionMaxLength).replace(/[\uD800-\uDBFF]$/, '')
}

import { Link } from 'wouter'
import { Alert } from '../../ui/alert/alert.tsx'
import { AmountInput } from '../../ui/amount-input/amount-input.tsx'
import { buttonClass } from '../../ui/button/button.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { TextArea } from '../../ui/text-input/text-area.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { failureText } from '../foundation/failure.ts'
import { Columns } from '../ui/field-group/field-group.tsx'
import { action, type FormProps, type ActionCommand } from './action.ts'
import { useOpenCare } from './care.tsx'
import { memberOfAddress, moneyOf } from './fields.tsx'
import { WhatTheySaid } from './what-they-said.tsx'

type Draft = {
  /** Null until it is known, empty where the family has no open request. */
  careId: string | null
  lowerAmount: string
  lowerCount: string
  laterCount: string
  note: string
  customerId: string
  words: string
}

const wholeIn = (text: string) => (/^[1-9]\d{0,2}$/.test(text.trim()) ? Number(text) : undefined)
const isAmount = (text: string) => /^\d{1,9}(\.\d{1,2})?$/.test(text.trim())

function Form(props: FormProps<Draft>) {
  const { draft } = props
  const { error } = useOpenCare(props)
  if (error)
    return (
      <Alert variant="error" title="The family's request cannot be shown">
        {failureText(error)}
      </Alert>
    )
  if (draft.careId === null)
    return (
      <Skeleton label="Loading the request">
        <Bone width="100%" height={36} />
      </Skeleton>
    )
  return draft.careId === '' ? <Opening {...props} /> : <Offer {...props} />
}

/** Nobody has asked in the portal: what was said on the phone is written down, and payments stop. */
function Opening(props: FormProps<Draft>) {
  return (
    <div className="fields">
      <Alert variant="info" title="Open a request first">
        The family has not asked in the portal. Record what they told us: this holds their payments, and then
        you can make an offer.
      </Alert>
      <WhatTheySaid {...props} />
    </div>
  )
}

const otherAnswers = [
  ['extend-hold', 'Hold payments for longer'],
  ['withdraw-offer', 'Withdraw an offer'],
  ['decline-care', 'Decline'],
] as const

function Offer({ account, text, field }: FormProps<Draft>) {
  return (
    <div className="fields">
      <nav className="row" aria-label="Other options">
        {otherAnswers.map(([name, label]) => (
          <Link
            key={name}
            className={buttonClass({ look: 'secondary', size: 'small' })}
            href={`/families/${account.id}?action=${name}`}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Columns size={4}>
        <AmountInput
          label="Amount of each lower payment"
          required
          region={account.region}
          {...field('lowerAmount')}
        />
        <TextInput
          label="Number of lower payments"
          required
          inputMode="numeric"
          maxLength={2}
          {...text('lowerCount')}
        />
        <TextInput
          label="Number of payments for the rest"
          required
          inputMode="numeric"
          maxLength={3}
          {...text('laterCount')}
        />
      </Columns>
      <TextArea
        label="The family reads"
        hint="In the offer, by email and in the portal"
        required
        maxLength={1000}
        {...text('note')}
      />
    </div>
  )
}

const thanks =
  'Thank you for telling us. We suggest smaller payments for a while: the same total, in smaller steps. Nothing is taken until you say yes in the portal.'

export const hardship = action<Draft>({
  title: 'Hardship arrangement',
  begin: (account, params) => ({
    careId: null,
    lowerAmount: params.get('amount') ?? '',
    lowerCount: '',
    laterCount: '',
    note: thanks,
    customerId: memberOfAddress(account, params),
    words: '',
  }),
  Form,
  command: (draft): ActionCommand | undefined => {
    const { careId, lowerAmount, lowerCount, laterCount, note, customerId, words } = draft
    if (careId === null) return undefined
    if (careId === '')
      return words.trim() === ''
        ? undefined
        : {
            call: 'POST /api/staff/accounts/:accountId/care',
            body: { customerId, words: words.trim() },
          }
    const [lower, later] = [wholeIn(lowerCount), wholeIn(laterCount)]
    if (!isAmount(lowerAmount) || lower === undefined || later === undefined || note.trim() === '')
      return undefined
    return {
      call: 'POST /api/staff/care/:careId/offer',
      params: { careId },
      body: { lowerAmount: lowerAmount.trim(), lowerCount: lower, laterCount: later, note: note.trim() },
    }
  },
  submitLabel: ({ careId, lowerAmount }, account) =>
    careId === ''
      ? 'Hold payments'
      : isAmount(lowerAmount)
        ? `Offer ${moneyOf(account, Number(lowerAmount))} each time`
        : 'Send the offer',
  hasOwnWords: true,
})

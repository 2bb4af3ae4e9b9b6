import { useState, type SubmitEvent } from 'react'
import { useSearchParams } from 'wouter'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { call } from '../api/call.ts'
import type { Account, Family } from '../api/wire.ts'
import { announce } from '../parts/announce.tsx'
import { Source } from '../parts/facts.tsx'
import { valuesOf } from '../parts/form-values.ts'
import { inMoney } from '../parts/money.ts'
import { useAction } from '../parts/use-action.tsx'

type Payable = Account & { family: string }
type Receipt = { name: string; text: string; receipts: { amountCents: number }[] }

const another = 'another'

/** A bank that pays a family's instalment into our account, as families do from their own bank. */
export function Bpay({ families }: { families: readonly Family[] }) {
  const [query, setQuery] = useSearchParams()
  const payable: Payable[] = families.flatMap(({ name, accounts }) =>
    accounts.filter(({ bpay }) => bpay).map((account) => ({ ...account, family: name })),
  )
  const chosen = query.get('for') ?? payable[0]?.id ?? another
  const options = payable.map(({ id, family, school, shortId }) => ({
    value: id,
    label: `${family}, ${school}, ${shortId}`,
  }))
  return (
    <div className="narrow">
      <Card title="Pay by BPAY">
        <div className="stack stack--20">
          <p className="muted sm">The bank leaves a file with this receipt, which the portal imports.</p>
          <NativeSelect
            label="Family"
            options={[...options, { value: another, label: 'Another biller or reference' }]}
            value={chosen}
            onChange={(id) => setQuery({ for: id }, { replace: true })}
          />
          <BpayForm key={chosen} bpay={payable.find(({ id }) => id === chosen)?.bpay ?? null} />
        </div>
      </Card>
    </div>
  )
}

const typed = { required: true, autoComplete: 'off', inputMode: 'decimal' } as const

function BpayForm({ bpay }: { bpay: Account['bpay'] }) {
  const [isForced, setForced] = useState(false)
  const [receipt, setReceipt] = useState<Receipt>()
  const { outcome, act } = useAction()

  function pay(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { billerCode = '', crn = '', amount = '' } = valuesOf(event.currentTarget)
    setReceipt(undefined)
    act(async () => {
      const paid = await call<Receipt>('POST', '/bpay/receipt', {
        billerCode: billerCode.trim(),
        crn: crn.replaceAll(' ', ''),
        amount: amount.trim(),
        force: isForced,
      })
      setReceipt(paid)
      announce(`Paid ${paidIn(paid)}`)
    })
  }

  return (
    <form className="stack stack--20" onSubmit={pay}>
      <div className="fields">
        <TextInput {...typed} label="Biller code" name="billerCode" defaultValue={bpay?.billerCode} />
        <TextInput {...typed} label="Amount in AUD" name="amount" defaultValue={bpay?.amount} />
      </div>
      <TextInput {...typed} label="Reference" name="crn" defaultValue={bpay?.reference} />
      <Checkbox label="Pay even if the check digit is wrong" isChecked={isForced} onChange={setForced} />
      {outcome}
      {receipt && (
        <>
          <p>
            Paid {paidIn(receipt)}. The bank has left {receipt.name}:
          </p>
          <Source title="The bank’s file">{receipt.text}</Source>
        </>
      )}
      <div>
        <Button type="submit">Pay</Button>
      </div>
    </form>
  )
}

const paidIn = ({ receipts: [first] }: Receipt) => inMoney(first?.amountCents ?? 0, 'aud')

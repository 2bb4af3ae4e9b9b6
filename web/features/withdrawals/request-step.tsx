import type { Account } from '#contract/accounts.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { AmountInput } from '../../ui/amount-input/amount-input.tsx'
import { LinkButton } from '../../ui/button/button.tsx'
import { Money } from '../../ui/money/money.tsx'
import { NativeSelect } from '../../ui/select/native-select.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { Explain } from '../explanations/explain.tsx'
import { whyNothing } from './available-card.tsx'
import { payableText } from './payable-text.ts'
import type { RequestForm, RequestFields } from './use-request-form.ts'

/** The first step: the amount and the bank account. */
export function RequestStep({
  account,
  form,
  amountField,
  bankField,
}: RequestFields & { account: Account; form: RequestForm }) {
  const { available, banks, errors } = form
  const chosen = banks.find(({ id }) => id === form.bankAccountId)
  return (
    <>
      <div className="withdrawal__available row row--between">
        <span className="muted">Available to withdraw</span>
        <span className="withdrawal__sum">
          {available === undefined ? (
            <Skeleton label="Loading the available amount">
              <Bone width="96px" height={30} />
            </Skeleton>
          ) : (
            <Money amount={available} region={account.region} size="medium" />
          )}
          <Explain
            account={account}
            figure="available-to-withdraw"
            label="How the available amount comes about"
          />
        </span>
      </div>
      {available === 0 && (
        <Alert variant="info" title="There is nothing to withdraw at the moment.">
          {whyNothing}
        </Alert>
      )}
      <div className="withdrawal__amount stack stack--8 stack--start">
        <AmountInput
          label="Amount"
          region={account.region}
          size="large"
          isStrict
          required
          ref={amountField}
          value={form.amount}
          error={errors.amount}
          onChange={form.setAmount}
          onBlur={form.leaveAmount}
        />
        {available !== undefined && available > 0 && (
          <span className="sm">
            <LinkButton onClick={form.withdrawAll}>Withdraw all</LinkButton>
          </span>
        )}
      </div>
      <div ref={bankField}>
        <NativeSelect
          label="Bank account"
          required
          options={banks.map(({ id, holder, displayName }) => ({
            value: id,
            label: `${holder}, ${endingOf(displayName)}`,
          }))}
          value={form.bankAccountId}
          hint={chosen?.payableFrom ? payableText(chosen.payableFrom, account.region) : undefined}
          error={errors.bank}
          onChange={form.choose}
        />
      </div>
    </>
  )
}

/** "Bank account ending 6789" becomes "ending 6789" after its holder's name. */
function endingOf(displayName: string): string {
  return displayName.replace(/^Bank account /, '')
}

import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { CloseIcon } from '../../ui/icon/close.tsx'
import { formatMoney } from '../../ui/money/money.tsx'
import { signedMoney } from './signed-money.ts'
import { TransactionDetails } from './transaction-details.tsx'
import { transactionQuery } from './transactions-query.ts'

type TransactionCardProps = { account: Account; id: string; onClose: () => void }

/** The transaction named in the URL, if the list has not loaded it. */
export function TransactionCard({ account, id, onClose }: TransactionCardProps) {
  const { data } = useQuery(transactionQuery(account.accountId, id))
  return (
    <Card
      title={data?.typeDesc || 'Transaction'}
      aside={<IconButton icon={CloseIcon} label="Close" size="small" onClick={onClose} />}
    >
      {data && (
        <p className="transaction__head muted">
          <strong className="num">
            {data.isFailed
              ? formatMoney(data.amount, account.region)
              : signedMoney(data.amount, account.region)}
          </strong>{' '}
          · {formatDate(data.date)}
          {data.school.name && ` · ${data.school.name}`}
        </p>
      )}
      <TransactionDetails account={account} id={id} />
    </Card>
  )
}

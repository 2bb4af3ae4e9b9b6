import { memo } from 'react'
import type { Account } from '#contract/accounts.ts'
import type { Transaction } from '#contract/transactions.ts'
import { formatDateNumeric } from '#domain/calendar/calendar.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { RowButton } from '../../ui/table/row-button.tsx'
import { Cell, TableRow } from '../../ui/table/table-row.tsx'
import { Table } from '../../ui/table/table.tsx'
import { WithdrawalBadge } from '../withdrawals/withdrawal-badge.tsx'
import { SchoolPaymentBadge } from './school-payment-badge.tsx'
import { formatMoney } from '../../ui/money/money.tsx'
import { signedMoney } from './signed-money.ts'
import { TransactionDetails } from './transaction-details.tsx'

type TransactionTableProps = {
  account: Account
  rows: readonly Transaction[]
  opened: string | undefined
  onOpen: (id: string | undefined) => void
  isBusy: boolean
}

const columns = [
  { title: 'Date' },
  { title: 'Description' },
  { title: 'School' },
  { title: 'Amount', isRight: true },
  { title: 'Balance', isRight: true },
] as const

export function TransactionTable({ account, rows, opened, onOpen, isBusy }: TransactionTableProps) {
  return (
    <Table label="Transactions" columns={columns} isBusy={isBusy}>
      {rows.map((row) => (
        <TransactionRow key={row.id} account={account} row={row} isOpen={row.id === opened} onOpen={onOpen} />
      ))}
    </Table>
  )
}

type TransactionRowProps = {
  account: Account
  row: Transaction
  isOpen: boolean
  onOpen: (id: string | undefined) => void
}

/** Memoised: there may be thousands of rows. */
const TransactionRow = memo(function TransactionRow({ account, row, isOpen, onOpen }: TransactionRowProps) {
  const { id, date, typeDesc, school, amount, isPending, isFailed, note, balance, withdrawalStatus } = row
  const { schoolPayment } = row
  return (
    <TableRow details={isOpen && <TransactionDetails account={account} id={id} />}>
      <Cell look="date">{formatDateNumeric(date)}</Cell>
      <Cell>
        <span className="transactions__what">
          <RowButton
            isOpen={isOpen}
            onToggle={() => onOpen(isOpen ? undefined : id)}
            label={typeDesc ? undefined : 'No description'}
          >
            {typeDesc || '-'}
          </RowButton>
          {isPending && <Badge tone="info">Pending</Badge>}
          {isFailed && <Badge tone="error">Failed</Badge>}
          {withdrawalStatus && <WithdrawalBadge status={withdrawalStatus} />}
          {schoolPayment && <SchoolPaymentBadge schoolPayment={schoolPayment} />}
        </span>
        {note && <span className="transactions__note sm muted">{note}</span>}
      </Cell>
      <Cell look="muted">{school.name}</Cell>
      <Cell look={lookOf(row)}>
        {isFailed ? formatMoney(amount, account.region) : signedMoney(amount, account.region)}
      </Cell>
      <Cell look={balance === null ? 'noBalance' : 'balance'}>
        {balance !== null && (
          <>
            <span className="transactions__label">Balance </span>
            {formatMoney(balance, account.region)}
          </>
        )}
      </Cell>
    </TableRow>
  )
})

/** What moved nothing, like a payment that failed or the end of a dispute that was lost, has neither a sign nor a colour. */
function lookOf({ amount, isPending, isFailed }: Transaction) {
  if (isFailed || amount === 0) return 'uncounted'
  return amount > 0 && !isPending ? 'gain' : 'amount'
}

import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import type { ExplainedFigure } from '#domain/explanations/explanations.ts'
import { isRefused } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { RefreshIcon } from '../../ui/icon/refresh.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { ExplainedSum } from './explained-sum.tsx'
import { explanationQuery } from './explanation-query.ts'
import './explanation.css'

type ExplanationDialogProps = {
  account: Account
  figure: ExplainedFigure
  isOpen: boolean
  onHide: () => void
}

const titles: Record<ExplainedFigure, string> = {
  balance: 'Your account balance',
  'available-to-withdraw': 'Available to withdraw',
  'next-payment': 'Your next payment',
  'paid-so-far': 'Paid so far',
  remaining: 'Remaining',
}

export function ExplanationDialog({ account, figure, isOpen, onHide }: ExplanationDialogProps) {
  return (
    <Modal isOpen={isOpen} onHide={onHide} title={titles[figure]} confirmLabel="Done" hasCancel={false}>
      <Content account={account} figure={figure} onLeave={onHide} />
    </Modal>
  )
}

type ContentProps = { account: Account; figure: ExplainedFigure; onLeave: () => void }

function Content({ account, figure, onLeave }: ContentProps) {
  const { data, error, isFetching, refetch } = useQuery(explanationQuery(account.accountId, figure))
  if (data) return <ExplainedSum explanation={data} region={account.region} onLeave={onLeave} />
  if (error && !isFetching) {
    return (
      <div className="stack stack--start">
        <Alert variant="error">{isRefused(error) ? error.msg : 'Oops, something went wrong.'}</Alert>
        {!isRefused(error) && (
          <Button look="secondary" size="small" icon={RefreshIcon} onClick={() => void refetch()}>
            Retry
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className="explanation stack">
      <Skeleton label="Adding up">
        <Bone width="40%" height={36} />
        <Bone width="70%" height={20} />
        <Bone height={56} />
        <Bone height={56} />
        <Bone height={48} />
      </Skeleton>
    </div>
  )
}

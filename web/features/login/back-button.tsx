import { Button } from '../../ui/button/button.tsx'
import { ArrowLeftIcon } from '../../ui/icon/arrow-left.tsx'

export function BackButton({ onClick }: { onClick: () => void }) {
  return (
    <div>
      <Button look="borderless" size="small" isFlush icon={ArrowLeftIcon} onClick={onClick}>
        Back
      </Button>
    </div>
  )
}

import type { Statement } from '#contract/statements.ts'
import { formatDate } from '#domain/calendar/calendar.ts'
import { useDownload } from '../../session/use-download.ts'
import { Button } from '../../ui/button/button.tsx'
import { DownloadIcon } from '../../ui/icon/download.tsx'
import { StatementsIcon } from '../../ui/icon/statements.tsx'
import { ProgressBar } from '../../ui/progress/progress.tsx'
import { titleOf } from './statement-order.ts'

export function StatementRow({ statement, accountId }: { statement: Statement; accountId: string }) {
  const { id: statementId } = statement
  const name = titleOf(statement)
  const file = useDownload()
  return (
    <li>
      <span className="glyph">
        <StatementsIcon />
      </span>
      <span className="rowtext">
        <b>{name}</b>
        <small>PDF · issued {formatDate(statement.issuedDate)}</small>
      </span>
      <Button
        look="secondary"
        size="small"
        icon={DownloadIcon}
        isBusy={file.isBusy}
        aria-label={`Download ${name}`}
        onClick={() =>
          file.start(
            'GET /api/portal/customer/account/:accountId/statements/:statementId',
            { params: { accountId, statementId } },
            `${statement.name}.pdf`,
          )
        }
      >
        Download
      </Button>
      {file.percent !== null && <ProgressBar label={`Downloading ${name}`} percent={file.percent} />}
    </li>
  )
}

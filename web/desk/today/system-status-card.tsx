import { Link } from 'wouter'
import { Card } from '../../ui/card/card.tsx'
import { useRead } from '../foundation/read.ts'
import { useNow } from '../foundation/clock.ts'
import { Loaded } from '../ui/loaded/loaded.tsx'
import { statusLines, type Lamp } from './system-status.ts'
import '../ui/lamp/lamp.css'

const everyMs = 30_000

const lampNames: Record<Lamp, string> = { ok: 'OK', caution: 'Check', error: 'Failing' }

/** Whether the machinery runs: told by shape and colour, and in words. */
export function SystemStatusCard() {
  const health = useRead('GET /api/staff/health', {}, { refetchEveryMs: everyMs })
  const now = useNow()
  return (
    <Card
      title="System status"
      aside={
        <Link className="sm" href="/admin/jobs">
          Jobs
        </Link>
      }
    >
      <Loaded query={health} label="Loading the system status">
        {(data) => (
          <ul className="health">
            {statusLines(data, now).map(({ name, about, value, lamp }) => (
              <li key={name}>
                <span className={lamp === 'ok' ? 'lamp' : `lamp lamp--${lamp}`} aria-hidden="true" />
                <span>
                  <span className="sr">{lampNames[lamp]}: </span>
                  {name} <small>{about}</small>
                </span>
                <b className="num">{value}</b>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

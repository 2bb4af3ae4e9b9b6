import { Component, type ReactNode } from 'react'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'

type Props = { resetKey: string; children: ReactNode }
type State = { hasFailed: boolean; key: string }

/** A fault in one screen leaves the rail and the bar usable. */
export class FailedPage extends Component<Props, State> {
  override state: State = { hasFailed: false, key: this.props.resetKey }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ resetKey }: Props, { key }: State): Partial<State> | null {
    return resetKey === key ? null : { hasFailed: false, key: resetKey }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div className="deskpage">
        <Alert
          variant="error"
          title="This page could not be shown"
          action={
            <Button size="small" look="secondary" onClick={() => location.reload()}>
              Reload
            </Button>
          }
        >
          Nothing was sent. If it happens again after a reload, tell a developer which page you had open.
        </Alert>
      </div>
    )
  }
}

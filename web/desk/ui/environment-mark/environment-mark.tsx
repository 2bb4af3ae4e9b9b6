import { settings } from '../../foundation/settings.ts'

const names = { prod: 'Live', beta: 'Beta', localhost: 'Sandbox' }

/** Nobody takes real families for invented ones, or the other way round. */
export function EnvironmentMark() {
  return (
    <span className={settings.environment === 'prod' ? 'env' : 'env env--beta'}>
      <span className="sr">Environment: </span>
      {names[settings.environment]}
    </span>
  )
}

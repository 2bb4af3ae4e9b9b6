import { find } from './dom.js'

const trouble = find('#trouble')

export function showTrouble(error) {
  trouble.textContent = `${error.message}. Check that the sandbox is running, then reload this page.`
  trouble.hidden = false
}

export function hideTrouble() {
  trouble.hidden = true
}

/** A listener that runs `action` and shows its failure on the page. */
export function attempt(action) {
  return (event) => {
    event.preventDefault()
    void action(event).catch(showTrouble)
  }
}

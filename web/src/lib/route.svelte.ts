// Where we are: the path of the address, in parts. `go` changes it without loading the page again.

class Route {
  path = $state(location.pathname)
  parts = $derived(this.path.split('/').filter(Boolean).map(decodeURIComponent))

  constructor() {
    addEventListener('popstate', () => (this.path = location.pathname))
  }

  go(path: string): void {
    if (path !== this.path) history.pushState(null, '', path)
    this.path = path
    scrollTo(0, 0)
  }
}

export const route = new Route()

/** A link to a page of ours: followed here, but left to the browser where it is to open elsewhere. */
export function follow(event: MouseEvent, path: string): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return
  event.preventDefault()
  route.go(path)
}

// A link that somebody was sent, pasted by hand.

/** The path of an invitation to this house, or what is wrong with the text. */
export function invitationPath(text: string, origin: string): { path: string } | { trouble: string } {
  const wanted = text.trim()
  if (!wanted) return { trouble: 'Paste the link that your opponent has sent you.' }
  const none = { trouble: `This is not an invitation: one begins with ${origin}/join/.` }
  const host = new URL(origin).host
  // A link is sometimes passed on without its scheme.
  const full = wanted.startsWith(`${host}/`) ? `${new URL(origin).protocol}//${wanted}` : wanted
  let url: URL
  try {
    url = new URL(full, origin)
  } catch {
    return none
  }
  if (!/^https?:$/.test(url.protocol) || !/^\/join\/[\w.~-]+$/.test(url.pathname)) return none
  if (url.host !== host) return { trouble: `This invitation is for another service, ${url.host}: open it there.` }
  return { path: url.pathname }
}

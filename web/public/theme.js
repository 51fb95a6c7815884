// Before the first paint: the theme chosen by hand, or else the system's.
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('theme')
  } catch (_) {
    // Storage may be closed to us; then the system decides.
  }
  var dark = matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = chosen === 'day' || chosen === 'night' ? chosen : dark ? 'night' : 'day'
})()

// Runs inline after the templates of the page. Shows the first screen, and stores what is typed and pressed until the
// app is ready. If files are missing, loads them again and then reloads the page. Any browser can parse this script
// (build/inline-script.ts checks that), but it does nothing in a browser that boot.js rejected.
;(function () {
  if (window.sbsUnsupported) return
  var KEPT = 'sbs.firstPaint'
  var FOLLOWED = 'sbs.followed'
  var root = document.getElementById('root')
  var isLost = false
  var timer
  // The URL of a link that was pressed.
  var followed

  function show(template) {
    if (template) root.appendChild(template.content.cloneNode(true))
  }

  // app.tsx sets `sbsTyped` when it takes over.
  function isAlive() {
    return Boolean(window.sbsTyped)
  }

  function kept() {
    try {
      var found = JSON.parse(sessionStorage.getItem(KEPT))
      // An older failure has another cause.
      if (found && new Date().getTime() - found.at < 300000) return found
    } catch (error) {}
    return { tries: 0, typed: {} }
  }

  function keep(tries, typed, pressed) {
    try {
      sessionStorage.setItem(
        KEPT,
        JSON.stringify({ at: new Date().getTime(), tries: tries, typed: typed, pressed: pressed }),
      )
    } catch (error) {}
  }

  function makeBusy(button) {
    if (button.getAttribute('aria-busy') === 'true') return
    var spin = document.createElement('span')
    spin.className = 'spin'
    var words = button.getAttribute('data-busy')
    if (words || button.className === 'icon-btn') button.textContent = words || ''
    button.insertBefore(spin, button.firstChild)
    button.setAttribute('aria-busy', 'true')
  }

  function pressed() {
    window.sbsPressed = true
    makeBusy(root.querySelector('[type=submit]'))
  }

  /** Shows a note that the page is not ready yet. The note is removed with the rest of the first paint. */
  function showLateNote() {
    if (isAlive()) return
    var note = root.querySelector('.late')
    if (!note) {
      show(document.getElementById('late-' + document.documentElement.lang))
      note = root.querySelector('.late')
    }
    if (isLost) note.textContent = note.getAttribute('data-lost')
  }

  function lost() {
    if (isAlive()) return
    isLost = true
    showLateNote()
    clearTimeout(timer)
    timer = setTimeout(again, Math.min(60, Math.pow(2, state.tries)) * 1000)
  }

  function again() {
    if (isAlive()) return
    state.tries++
    // Browsers remember a missing file of code until the page is reloaded. So the files are loaded completely first,
    // and then the page is reloaded.
    Promise.all(window.sbsMissing.map(function (file) {
        return fetch(file)
      })).then(function () {
      if (isAlive()) return
      // On a slow network, the page of a pressed link may still be loading. A reload of this page would stop that.
      if (followed) {
        location.href = followed
        return
      }
      var typed = {}
      ;[].forEach.call(root.querySelectorAll('input'), function (field) {
        // Never stores a code or a password.
        if (field.type !== 'password' && field.id !== 'code') typed[field.id] = field.value
      })
      keep(state.tries, typed, window.sbsPressed && !root.querySelector('[type=password]'))
      location.reload()
    }, lost)
  }

  // Adds the styles of the first screen after those of the page, so that they win over equal rules of the page.
  ;(window.sbsStyles || []).forEach(function (file) {
    var styles = document.createElement('link')
    styles.rel = 'stylesheet'
    styles.crossOrigin = ''
    styles.href = '/' + file
    // load-chunk.ts loads the styles again later.
    styles.onerror = function () {
      document.head.removeChild(styles)
    }
    document.head.appendChild(styles)
  })
  show(window.sbsFirstPaint && document.getElementById(window.sbsFirstPaint))
  // The neutral name that was chosen for this phone (app-name/), without words about learning.
  ;[].forEach.call(root.querySelectorAll(window.sbsNames ? '[data-own]' : 'none'), function (own) {
    own.textContent = own.getAttribute('data-own') && window.sbsNames[document.documentElement.lang]
  })
  ;[].forEach.call(root.querySelectorAll('a'), function (link) {
    // Every link needs the query string.
    link.search = location.search
  })
  root.addEventListener('submit', function () {
    if (!isAlive()) pressed()
  })
  root.addEventListener('click', function (event) {
    var link = event.target.closest('a')
    if (link && !isAlive() && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      followed = link.href
      try {
        sessionStorage.setItem(FOLLOWED, followed)
      } catch (error) {}
    }
    var button = event.target.closest('button')
    if (isAlive() || !button || button.type === 'submit') return
    if (/(^| )lang( |$)/.test(button.className)) {
      window.sbsTurned = (window.sbsTurned || 0) + 1
      return
    }
    window.sbsTapped = button.id
    makeBusy(button)
  })

  // While a mouse button is down on a link or a button, the app may replace that element with its own. Then browsers
  // send no click.
  var pressing
  function pressedIn(event) {
    return event.target.closest && event.target.closest('a,button')
  }
  addEventListener(
    'pointerdown',
    function (event) {
      pressing = event.pointerType === 'mouse' && !event.button && pressedIn(event)
    },
    true,
  )
  addEventListener(
    'pointerup',
    function (event) {
      var to = pressedIn(event)
      if (!pressing || !to || pressing.isConnected || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (to.href ? to.href === pressing.href : to.id && to.id === pressing.id) to.click()
    },
    true,
  )

  // A link that was pressed too early reloads the page. As after any other link, the heading gets the focus
  // (shell/use-arrival.ts).
  try {
    window.sbsFollowed = sessionStorage.getItem(FOLLOWED) === location.href
    sessionStorage.removeItem(FOLLOWED)
  } catch (error) {}

  var state = kept()
  Object.keys(state.typed).forEach(function (id) {
    var field = document.getElementById(id)
    if (field) field.value = state.typed[id]
  })
  if (state.pressed) pressed()
  if (state.at) keep(state.tries, {}, false)

  window.sbsLost = lost
  if (window.sbsMissing && window.sbsMissing.length > 0) lost()
  addEventListener('online', function () {
    if (isLost) again()
  })
  setTimeout(showLateNote, 4000)
})()

// Runs inline before anything else, in any browser. So it is old JavaScript, and small.
;(function () {
  // Features of the oldest supported browsers (docs/browsers.md): findLast came to Chrome with 97 and to Firefox with
  // 104, lookbehind came to Safari with 16.4. The code uses window.RegExp: a minifier would write a literal, which is a
  // syntax error in older browsers.
  function lacksSomething() {
    try {
      return typeof Object.assign !== 'function' || !('findLast' in []) || !new window.RegExp('(?<=a)b').test('ab')
    } catch (error) {
      return true
    }
  }

  // build/boot-script.ts fills in the tables.
  var calls = __CALLS__

  if (lacksSomething()) {
    window.sbsUnsupported = true
    if (window.console) console.log('Invalid browser')
    document.addEventListener('DOMContentLoaded', function () {
      var warning = document.getElementById('browser-warning')
      warning.setAttribute('role', 'main')
      warning.removeAttribute('hidden')
    })
    var request = new XMLHttpRequest()
    request.open('POST', calls.events)
    request.setRequestHeader('Content-Type', 'application/json')
    var view = { name: 'page_view', at: new Date().getTime(), params: { screen_name: 'browser-warning' } }
    request.send(JSON.stringify({ events: [view] }))
    return
  }

  function stored(name) {
    try {
      return localStorage.getItem(name)
    } catch (error) {
      return null
    }
  }

  // The language is set before the first paint. i18n/language.ts chooses in the same order. A reset link has the
  // language in the URL that it continues to.
  var languageInUrl = /(?:[?&]|%3F|%26)lang(?:=|%3D)(\w+)(?:&|%26|$)/i.exec(location.search)
  var directions = __DIRECTIONS__
  var codes = Object.keys(directions)
  var language = [languageInUrl && languageInUrl[1], stored('sbs.language'), codes[0]].filter(function (code) {
    return codes.indexOf(code) >= 0
  })[0]
  document.documentElement.lang = language
  document.documentElement.dir = directions[language]

  // Sets the name and the icon: in this language, or as chosen for this phone (app-name/).
  function link(rel) {
    return document.querySelector('[rel=' + rel + ']')
  }
  var appName = null
  try {
    appName = JSON.parse(stored('sbs.appName') || 'null')
  } catch (error) {}
  link('manifest').href += '?language=' + language + (appName ? '&name=' + appName.id : '')
  if (appName) {
    window.sbsNames = appName.names
    document.title = appName.names[language]
    link('icon').href = '/icons/' + appName.id + '.svg'
    link('apple-touch-icon').href = '/icons/' + appName.id + '.png'
  }
  // The browser offers to install the app before the app is ready; install/ uses the offer after the first lesson.
  addEventListener('beforeinstallprompt', function (event) {
    event.preventDefault()
    window.sbsInstall = event
  })

  // A newer worker may take over before the app watches for it (offline/register-worker.ts).
  window.sbsWorker = navigator.serviceWorker && navigator.serviceWorker.controller

  // If this tab waits for a code (sign-in/phone/code/waiting-code.ts), the step with the code is the first screen after
  // a reload.
  function waitsForCode() {
    try {
      var waiting = JSON.parse(sessionStorage.getItem('sbs.waitingCode') || 'null')
      return waiting && !waiting.isLeft && waiting.codeExpiresAt > new Date().getTime()
    } catch (error) {
      return false
    }
  }

  var session = null
  try {
    session = JSON.parse(stored('sbs.session') || 'null')
  } catch (error) {}
  // On a shared phone a tab asks who is learning, also after a while in the background (shared-phone/watch-phone.ts).
  var isShared = stored('sbs.people')
  if (isShared && !(sessionStorage['sbs.chosen'] > new Date().getTime())) {
    window.sbsAsks = true
    session = null
  }
  // Redirects by the table of web/addresses.ts. The router does the same later.
  var screens = __SCREENS__
  function screenAt(pathname) {
    return screens.filter(function (screen) {
      return new RegExp('^' + screen.path.replace(/\$\w+/g, '[^/]+').replace('*', '.*') + '/?$', 'i').test(pathname)
    })[0]
  }
  var screen = screenAt(location.pathname)
  if (!screen || screen.who === (session ? 'signed-out' : 'signed-in')) screen = screenAt(session ? '/' : isShared ? '/who' : '/login')
  var lessonAt = screen.path.split('/').indexOf('$lessonId')
  var inside = lessonAt > 0 ? 'lesson' : 'shell'
  var outside = screen.path === '/login' && waitsForCode() ? 'login-code' : screen.path.slice(1)
  window.sbsFirstPaint = (screen.who === 'signed-in' ? inside : outside) + '-' + language

  // first-paint.js loads missing files again.
  window.sbsMissing = []
  addEventListener(
    'error',
    function (event) {
      var file = event.target.src || event.target.href
      if (!/\/assets\//.test(file) || window.sbsTyped) return
      window.sbsMissing.push(file)
      if (window.sbsLost) window.sbsLost()
    },
    true,
  )

  // Sends the requests for all data of the first screen, if the token is still valid. They come before the files,
  // because the words of a lesson are shown before the files have arrived.
  window.sbsEarly = []
  function ask(method, path, body) {
    var headers = { Accept: 'application/json', Authorization: 'Bearer ' + session.idToken }
    if (body) headers['Content-Type'] = 'application/json'
    var response = fetch(path, { method: method, headers: headers, body: body && JSON.stringify(body) })
    response.catch(function () {})
    window.sbsEarly.push({ method: method, path: path, response: response })
  }
  // outbox/deliver.ts reads this flag: an early reply does not have what another tab has sent since.
  if (window.BroadcastChannel)
    new BroadcastChannel('sbs.outbox').onmessage = function () {
      window.sbsOutboxChanged = true
    }
  var mayAsk = screen.who === 'signed-in' && session.expiresAt - new Date().getTime() > 60000
  if (mayAsk) {
    if (lessonAt > 0) ask('GET', calls.lesson.replace(':lessonId', location.pathname.split('/')[lessonAt]))
    // With an invitation in the URL, user/load-user.ts sends this request, because it reads the invitation.
    if (!/[?&]rid=/.test(location.search)) ask('POST', calls.user.replace(':uid', session.uid), { uid: session.uid })
  }

  // Loads the files of this path now, all at once, because otherwise they are found one after the other. first-paint.js
  // adds the styles after those of the page.
  var frame = __FRAMES__[screen.who === 'signed-in' ? 'inside' : 'outside']
  frame.files.concat(screen.files, frame.texts[language]).forEach(function (file) {
    var link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = '/' + file
    document.head.appendChild(link)
  })
  window.sbsStyles = screen.styles
  // The list of courses is needed last. In a lesson only the opening page needs it, and the URL of that page has no
  // number.
  if (mayAsk && !(lessonAt > 0 && location.pathname.split('/')[lessonAt + 1])) ask('GET', calls.courses)
})()

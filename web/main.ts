import './ui/styles/theme.css'
import './sign-in/form/auth.css'
import './shell/shell.css'
import './courses/courses.css'

// Apart from everything else: in a browser that lacks what the app needs, even reading the app would fail.
if (!window.sbsUnsupported) {
  void import('./app.tsx')
    .then(({ start }) => start())
    .catch(failure => {
      window.sbsLost?.()
      throw failure
    })
}

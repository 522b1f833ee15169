import './ui/styles/theme.css'
import './ui/styles/choice.css'
import './sign-in/form/auth.css'
import './shell/shell.css'
import './courses/courses.css'

// In a file of its own: in a browser that lacks what the app needs, even parsing the app would fail.
if (!window.sbsUnsupported) {
  const { sbsEarly: early = [] } = window
  const isLesson = window.sbsFirstPaint?.startsWith('lesson-')
  // Without the words there is a skeleton, until the app is here.
  if (isLesson)
    import('./lessons/first-words.ts').then(({ showFirstWords }) => showFirstWords([...early])).catch(() => {})
  void import('./app.tsx')
    .then(({ start }) => start())
    .catch(failure => {
      window.sbsLost?.()
      throw failure
    })
}

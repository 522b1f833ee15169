import './ui/styles/theme.css'
import './ui/styles/choice.css'
import './sign-in/form/auth.css'
import './shell/shell.css'
import './courses/courses.css'

// This file is separate from the app: in a browser that lacks a needed feature, even parsing the app would fail.
if (!window.sbsUnsupported) {
  const { sbsEarly: early = [] } = window
  const isLesson = window.sbsFirstPaint?.startsWith('lesson-')
  // If the words of the lesson cannot be loaded, the skeleton stays until the app is ready.
  if (isLesson)
    import('./lessons/first-words.ts').then(({ showFirstWords }) => showFirstWords([...early])).catch(() => {})
  void import('./app.tsx')
    .then(({ start }) => start())
    .catch(failure => {
      window.sbsLost?.()
      throw failure
    })
}

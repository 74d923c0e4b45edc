"""Players of ito: words and what they are worth (`tables`, `reading`), beliefs about cards (`beliefs`), what was said
(`memory`), and what to do about it (`players`)."""

set(whole_suites AuthorCommands CannBuild Dev)

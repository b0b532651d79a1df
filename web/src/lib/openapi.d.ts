// Generated from openapi.json by `npm run api`. Do not edit.

export interface paths {
    "/api/analyses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Share an analysis */
        post: operations["share_analysis"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/analyses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a shared analysis */
        get: operations["get_analysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/board.png": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Draw a board as PNG
         * @description Options of the game are query parameters of their own.
         */
        get: operations["draw_board_png"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/board.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Draw a board as SVG
         * @description Options of the game are query parameters of their own.
         */
        get: operations["draw_board_svg"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/definitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your definitions
         * @description All versions that you have stored, newest first, at most 200.
         */
        get: operations["list_my_definitions"];
        put?: never;
        /**
         * Check and store a definition
         * @description It is checked with all values of its options. If it has errors, it is not stored, and
         *     the error lists them. Guests may store definitions too. The time that
         *     checks take is limited by user and by address, also for definitions that are refused.
         */
        post: operations["create_definition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/definitions/{hash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the text of a definition */
        get: operations["get_definition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the games that can be played */
        get: operations["list_games"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the board, pieces and rules of a game
         * @description Options are query parameters of their own (`?black_setup=mirrored`). `definition` is the
         *     hash of a stored definition.
         */
        get: operations["get_game"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{name}/definition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the definition of a game
         * @description The game must be in the list of games.
         */
        get: operations["get_game_definition"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{name}/measured": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what was measured of a game
         * @description What thousands of games of the engine against itself show, what the pieces are worth, and
         *     which pieces win endgames. Parts that were not measured are empty. Only for listed games.
         */
        get: operations["get_measured"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{name}/measured/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the report of the playtest of a game
         * @description A page with all figures. Only for listed games that have a playtest.
         */
        get: operations["get_measured_report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/guest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Become a guest
         * @description If you are signed in already, nothing changes, and the answer is your user.
         */
        post: operations["become_guest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/leaders/{game}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the best players of a game
         * @description Up to 100 players, beginning at a place. Only players with at least five rated games of
         *     this game count. Guests are not rated.
         */
        get: operations["list_leaders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/{name}/exercises": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exercises for a game
         * @description The same `seed` gives the same exercises. Options of the game are query parameters of
         *     their own.
         */
        get: operations["list_exercises"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/{name}/lesson": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the lesson of a game
         * @description Options of the game are query parameters of their own. A lesson exists only for the rules
         *     that it was written for.
         */
        get: operations["get_lesson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/learn/{name}/puzzles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the puzzles of a game
         * @description Easier ones come first. Options of the game are query parameters of their own. The list is
         *     empty for rules that have no puzzles.
         */
        get: operations["list_puzzles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/lessons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the lessons */
        get: operations["list_lessons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List games being played
         * @description Games between people come before those with the engine. At most three games of one person are
         *     in the list.
         */
        get: operations["list_live_games"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in */
        post: operations["sign_in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign out */
        post: operations["sign_out"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/logout-everywhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out everywhere
         * @description Ends every session of the user. Tokens stay valid.
         */
        post: operations["sign_out_everywhere"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the signed-in user */
        get: operations["get_me"];
        put?: never;
        post?: never;
        /**
         * Delete the account
         * @description Games in progress are resigned, those that have not begun aborted. Finished games stay, without the name. Guests can delete
         *     themselves, too, and give no password.
         */
        delete: operations["delete_account"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download all that is stored about you
         * @description The account, its sessions and tokens without their secrets, settings, ratings, seeks,
         *     definitions, analyses, playtests, and the records of all games, as a stream of JSON. At most
         *     two downloads from one address run at the same time.
         */
        get: operations["export_account"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what you have done in lessons and puzzles */
        get: operations["list_progress"];
        put?: never;
        /**
         * Add what you have done in lessons and puzzles
         * @description At most 500 items at once. Items that are stored already do not change. Guests keep their
         *     progress in the browser, and send it when they have registered.
         */
        post: operations["add_progress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the settings */
        get: operations["get_settings"];
        /**
         * Store the settings
         * @description Any JSON object of at most 16 KiB. The server does not interpret it.
         */
        put: operations["put_settings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the tokens */
        get: operations["list_tokens"];
        put?: never;
        /**
         * Create a token for a bot
         * @description Only registered users have tokens, at most 20.
         */
        post: operations["create_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a token
         * @description Requests and sockets that use it end at once.
         */
        delete: operations["revoke_token"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the caller's games */
        get: operations["list_my_games"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get this description */
        get: operations["get_openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/openings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List what was played in a position
         * @description The moves come from the first moves of finished games by the same rules, whatever name the
         *     rules have: up to 40 moves from games on this server, and up to 40 from games between engines.
         */
        post: operations["list_openings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password
         * @description All other sessions end.
         */
        post: operations["change_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/play": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a game, or offer one in the lobby
         * @description A caller who is not signed in becomes a guest.
         */
        post: operations["create_game"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/play/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a game that is being played or finished
         * @description The position, the legal moves, the clocks and the offers, as the caller sees them.
         */
        get: operations["get_play"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/play/{id}/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a move, resign, offer or answer
         * @description The same actions as on the socket, for programs that do not use one.
         */
        post: operations["act"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/play/{id}/attackers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the attackers of each cell in a game */
        get: operations["get_play_attackers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/play/{id}/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take the empty seat of a game */
        post: operations["join_game"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/play/{id}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the record of a game */
        get: operations["get_play_record"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/play/{id}/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Explain a check or the end of a game */
        get: operations["get_play_why"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/playtests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your playtests
         * @description The last one first, at most 100.
         */
        get: operations["list_playtests"];
        put?: never;
        /**
         * Ask for a playtest
         * @description The engine plays many games of a definition of yours against itself, which takes some
         *     minutes. The time, the games and how many playtests a user may have are limited by the
         *     settings of the server.
         */
        post: operations["ask_playtest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/playtests/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a playtest
         * @description How far it is, and what it says in words when it is over. Its author sees it, and
         *     everybody when the game is published.
         */
        get: operations["get_playtest"];
        put?: never;
        post?: never;
        /**
         * Delete a playtest of yours
         * @description It still counts for how many you can ask for in a day.
         */
        delete: operations["delete_playtest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/playtests/{id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the report of a playtest
         * @description Every figure with its 95 % interval, beside those of the games of the server; or, `with`
         *     another playtest, what differs between the two beyond chance. There is a report as soon as
         *     games have been played.
         */
        get: operations["get_playtest_report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/playtests/{id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a playtest of yours
         * @description The results so far are kept. A playtest that is over does not change.
         */
        post: operations["stop_playtest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List published games
         * @description Games by inventors, the last published first: at most 60, and at most five by one author.
         */
        get: operations["list_published"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/published/{hash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the page of a published game
         * @description Its author sees the page before it is published, too.
         */
        get: operations["get_published"];
        put?: never;
        /** Publish a game of yours */
        post: operations["publish"];
        /**
         * Withdraw a published game of yours
         * @description Games that are played by it go on.
         */
        delete: operations["withdraw_published"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/records/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read a record */
        post: operations["read_record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/records/write": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Write a record */
        post: operations["write_record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register
         * @description A guest who registers keeps their games.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the engine's report of a game
         * @description The answer says how far the report is if it is not there yet.
         */
        get: operations["get_report"];
        put?: never;
        /**
         * Ask the engine for a report of a game
         * @description The engine judges every move of a finished game, or of the main line of a shared
         *     analysis. That takes up to a minute, and the report is kept. A caller who is not signed
         *     in becomes a guest.
         */
        post: operations["ask_report"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/attackers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get the attackers of each cell */
        post: operations["get_attackers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check a position that was set up */
        post: operations["check_position"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/definition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a definition without storing it
         * @description For editors that check while somebody types. The time that checks take is limited by
         *     user and by address.
         */
        post: operations["check_definition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/endgame": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look a position up in the endgame tables
         * @description The answer has each legal move with what perfect play gives after it. The server has tables
         *     of all positions with three pieces of its games, and those that its operator has built. It
         *     builds the tables of three pieces of a game when somebody first asks for one; ask again
         *     after some seconds if `state` is `building`. If too many tables wait already, the status is 503.
         */
        post: operations["look_up_endgame"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/evaluation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Evaluate a position without searching
         * @description With the parts of the evaluation, and with what each piece is worth where it stands: how
         *     much worse its side is evaluated if the piece is taken away.
         */
        post: operations["evaluate_position"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Explain how a piece moves */
        post: operations["explain_piece"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/premoves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List where a piece may be able to go after the other side's next move */
        post: operations["list_premoves"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read a typed move */
        post: operations["read_move"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/refusal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Explain why a move is not legal
         * @description Give either `move`, or `from` and `to`.
         */
        post: operations["explain_refusal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get a position with its legal moves */
        post: operations["view_position"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Explain a check or the end of a game in a position */
        post: operations["explain_position"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/seeks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the seeks in the lobby
         * @description At most 100, and at most three of one user.
         */
        get: operations["list_seeks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/seeks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraw a seek */
        delete: operations["withdraw_seek"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/seeks/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept a seek */
        post: operations["accept_seek"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/socket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open the socket
         * @description A WebSocket. The client sends messages of the type `ClientMessage`, at most 16 KiB
         *     each; the server sends messages of the type `ServerMessage`. All are JSON texts.
         *     Bots send their token in the header `Authorization`, as with any request.
         */
        get: operations["open_socket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a user's profile */
        get: operations["get_user"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{name}/ratings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a player's ratings over time
         * @description The rating after each of the last 500 rated games of one game, oldest first.
         */
        get: operations["list_past_ratings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/users/{name}/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the records of a user's finished games
         * @description Newest first. The answer is a stream, because there may be many.
         */
        get: operations["get_user_records"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the process runs */
        get: operations["get_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get metrics for Prometheus */
        get: operations["get_metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the server can be used
         * @description It can be used when the database can be read and written, and the running games are loaded.
         */
        get: operations["get_readiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The answer to an action. */
        ActionAnswer: {
            /**
             * Format: int64
             * @description The number of moves made in the game, after this action.
             */
            seq: number;
        };
        /** @description One line of an analysis. */
        AnalysisLine: {
            /** @description The chances of both sides with this score. */
            chances: components["schemas"]["ResultChances"];
            /**
             * Format: int32
             * @description Depth searched, in plies.
             */
            depth: number;
            /** @description The moves as move texts. */
            moves: string[];
            /**
             * Format: int64
             * @description Nodes searched so far.
             */
            nodes: number;
            /** @description 1 for the best line. */
            rank: number;
            /** @description The score, positive if White is better. */
            score: components["schemas"]["WhiteScore"];
            /** @description The moves in short notation. */
            short: string[];
            /**
             * Format: int64
             * @description Time taken so far.
             */
            time_ms: number;
        };
        /**
         * @description The state of an analysis.
         * @enum {string}
         */
        AnalysisState: "queued" | "running" | "done";
        /** @description An arrow to draw. */
        Arrow: {
            /** @description The cells from its start to its end, at least two. */
            path: number[];
            /** @description Its meaning. */
            role: components["schemas"]["ArrowRole"];
        };
        /**
         * @description The meaning of an arrow.
         * @enum {string}
         */
        ArrowRole: "attack" | "wanted" | "possible";
        /** @description A piece that attacks a cell. */
        Attack: {
            /** @description Where the piece stands; for a piece of several cells, the one that names it. */
            from: number;
            /** @description The cells that it passes over, in order; empty for a leap. */
            via: number[];
        };
        /** @description The attackers of each cell. */
        Attackers: {
            /** @description One entry for each cell. */
            cells: components["schemas"]["CellAttacks"][];
        };
        /** @description A move that a player would like to make. */
        AttemptedMove: {
            /** @description The cell where it starts, if `move` is left out. */
            from?: number | null;
            /** @description The game. */
            game: components["schemas"]["GameRef"];
            /** @description The move, as text. */
            move?: string | null;
            /** @description The moves made from there, as move texts or in short notation. */
            moves?: string[];
            /** @description The position text of the start; by default the start of the game. */
            position?: string | null;
            /** @description The cell where it ends, if `move` is left out. */
            to?: number | null;
        };
        /** @description One axis of a coordinate system. */
        AxisInfo: {
            /** @description Whether the first coordinate follows the last one. */
            cyclic: boolean;
            /** @description The number of coordinates. */
            length: number;
            /** @description Its name. */
            name: string;
        };
        /**
         * @description The pieces that attack one cell: that could capture an enemy piece on it. For the
         *     side whose piece stands there they are its defenders.
         */
        CellAttacks: {
            /** @description Black's attackers. */
            black: components["schemas"]["Attack"][];
            /** @description White's attackers. */
            white: components["schemas"]["Attack"][];
        };
        /** @description One cell. */
        CellInfo: {
            /** @description Its address, in games whose cells have addresses. */
            address: string | null;
            /** @description The file, from 0; on a ring, the number along the ring, counterclockwise. */
            file: number;
            /** @description The level, from 0 for the lowest. */
            level: number;
            /** @description Its name: `e4`, `xb4`, or `b2` on a ring. */
            name: string;
            /** @description The rank, from 0 on White's side. */
            rank: number;
        };
        /** @description Cells of each side, as indices in rising order. */
        CellsBySide: {
            /** @description Black's. */
            black: number[];
            /** @description White's. */
            white: number[];
        };
        /** @description A coordinate system over the cells. */
        ChartInfo: {
            /** @description Its axes. */
            axes: components["schemas"]["AxisInfo"][];
            /** @description The coordinates of each cell from 0, one for each axis. */
            coords: number[][];
            /** @description Its name. */
            name: string;
        };
        /** @description A definition without errors. */
        CheckedDraft: {
            /** @description The game. */
            info: components["schemas"]["GameInfo"];
            piece?: components["schemas"]["PieceExplanation"] | null;
            /** @description What can be played, but was probably not meant. */
            warnings: components["schemas"]["FaultInfo"][];
        };
        /** @description A message of a client on the socket. `t` says what kind of message it is. */
        ClientMessage: {
            /** @description The game's ID. */
            id: string;
            /**
             * Format: int64
             * @description The number of moves that the client has seen. The answer is the whole state
             *     in any case, since more than moves may have changed.
             */
            since?: number | null;
            /** @enum {string} */
            t: "watch";
        } | {
            /** @description The game's ID. */
            id: string;
            /** @enum {string} */
            t: "unwatch";
        } | {
            /** @enum {string} */
            t: "lobby";
        } | {
            /** @enum {string} */
            t: "unlobby";
        } | {
            /** @enum {string} */
            t: "home";
        } | {
            /** @enum {string} */
            t: "unhome";
        } | {
            /** @description A number or text of your choice, for the answer to repeat. At most 64 bytes. */
            n?: unknown;
            /** @enum {string} */
            t: "ping";
        } | {
            /** @description The game. */
            game: components["schemas"]["GameRef"];
            /** @description How many lines to show. */
            lines: number;
            /** @description The moves made from there, as move texts or in short notation. */
            moves?: string[];
            /** @description The position text to start from; the game's start if left out. */
            position?: string | null;
            /**
             * Format: int64
             * @description A number of your choice, which the answers repeat.
             */
            req: number;
            /** @enum {string} */
            t: "analyse";
        } | {
            /**
             * Format: int64
             * @description The number of the analysis.
             */
            req: number;
            /** @enum {string} */
            t: "stop";
        } | components["schemas"]["GameAction"];
        /** @description A time control. */
        Clock: {
            /** @enum {string} */
            kind: "none";
        } | {
            /**
             * Format: int64
             * @description Time added after each move, in ms.
             */
            increment_ms: number;
            /**
             * Format: int64
             * @description Each side's time at the start, in ms.
             */
            initial_ms: number;
            /** @enum {string} */
            kind: "live";
        } | {
            /**
             * Format: int64
             * @description Days for each move.
             */
            days: number;
            /** @enum {string} */
            kind: "days";
        };
        /** @description The clocks of a game. */
        Clocks: {
            /** @description When the clocks showed these times, in RFC 3339. */
            as_of: string;
            /**
             * Format: int64
             * @description Black's time left at `as_of`, in ms.
             */
            black_ms: number;
            running: components["schemas"]["Side"] | null;
            /**
             * Format: int64
             * @description White's time left at `as_of`, in ms.
             */
            white_ms: number;
        };
        /**
         * @description The side that a player asks for.
         * @enum {string}
         */
        Colour: "white" | "black" | "random";
        /** @description A name and a password. */
        Credentials: {
            /** @description 2 to 20 letters, digits, `-` and `_`. */
            name: string;
            /** @description At least 8 characters. */
            password: string;
        };
        /** @description The password, to confirm a request. */
        CurrentPassword: {
            /** @description The current password. Guests have none, and leave it out. */
            password?: string | null;
        };
        /** @description A version of a game. */
        DefinitionInfo: {
            /** @description The author's name, if the author has published it and is registered. */
            author?: string | null;
            /** @description When it was stored (RFC 3339). */
            created: string;
            /** @description The SHA-256 of its text, in hexadecimal. */
            definition: string;
            /** @description The name that the game gives itself. */
            name: string;
            /** @description Whether it is published. */
            published: boolean;
        };
        /** @description The page of a game that somebody has invented. */
        DefinitionPage: {
            /** @description The version. */
            about: components["schemas"]["DefinitionInfo"];
            /** @description Games by these rules, the latest first. */
            games: components["schemas"]["GameSummary"][];
            /** @description The game. */
            info: components["schemas"]["GameInfo"];
            /** @description Playtests by its author that are over, the latest first. */
            playtests: components["schemas"]["PlaytestInfo"][];
            /** @description Whether it is yours, so that you may publish or withdraw it. */
            yours: boolean;
        };
        /** @description The text of a definition. */
        DefinitionText: {
            /** @description The text, in TOML, at most 256 KiB. */
            text: string;
        };
        /** @description A definition that is being written. */
        DraftDefinition: {
            /** @description The letter of a piece whose moves are asked for. */
            piece?: string | null;
            /** @description The text, in TOML, at most 256 KiB. */
            text: string;
        };
        /**
         * @description Why a game ended: by its rules, or by its players.
         * @enum {string}
         */
        EndReason: "checkmate" | "stalemate" | "baring" | "repetition" | "move count" | "dead position" | "resignation" | "time" | "agreement" | "aborted";
        /** @description What endgame tables say of a position. */
        Endgame: {
            /** @description The legal moves, the best first; empty without a table. */
            moves: components["schemas"]["TableMove"][];
            /** @description The pieces, White's first: `KRK`. */
            pieces: string;
            /** @description Whether there is a table. */
            state: components["schemas"]["TableState"];
            value: components["schemas"]["TableValue"] | null;
        };
        /** @description An endgame. Shares and counts are texts as people read them; `–` stands for no positions. */
        EndgameRow: {
            /** @description The share of the positions with Black to move that Black loses. */
            black_loses: string;
            /** @description The same of Black. */
            longest_black: string;
            /** @description The moves of White's longest win; empty if White never wins. */
            longest_white: string;
            /** @description The pieces: White's, then Black's from the last royal piece on. */
            pieces: string;
            /** @description How many positions there are up to symmetry. */
            positions: string;
            /** @description The share of the positions with White to move that White wins. */
            white_wins: string;
        };
        /** @description The body of every error. */
        ErrorBody: {
            /** @description What went wrong. */
            error: components["schemas"]["ErrorDetail"];
        };
        /** @description What went wrong. */
        ErrorDetail: {
            /**
             * @description A fixed word, for programs.
             * @example not_found
             */
            code: string;
            /** @description What is wrong in a definition, with the place. */
            faults?: components["schemas"]["FaultInfo"][];
            /** @description What is wrong with each field, by the field's name. */
            fields?: {
                [key: string]: string;
            };
            /** @description One or more sentences, for people. */
            message: string;
        };
        /** @description A move out of check, and why it fails. */
        Escape: {
            /** @description The move text. */
            move: string;
            /** @description The name of the cell of the piece that refutes it; empty if there is none. */
            refuted_by: string;
            /** @description Why it fails, in a sentence. */
            sentence: string;
        };
        /** @description A part of the evaluation. */
        EvaluationTerm: {
            /** @description What it is about. */
            name: string;
            /**
             * Format: int32
             * @description Its share, in centipawns for White.
             */
            score_cp: number;
        };
        /**
         * @description What happened in a game.
         * @enum {string}
         */
        EventKind: "draw_offer" | "draw_declined" | "takeback_offer" | "takeback_declined" | "takeback" | "joined" | "rematch" | "conditional" | "end";
        /** @description An exercise with a known solution. */
        Exercise: {
            /** @description What to do, in a sentence. */
            goal: string;
            /** @description The same game, kind and seed give the same exercise with the same ID. */
            id: string;
            /** @description The kind of exercise. */
            kind: components["schemas"]["ExerciseKind"];
            /**
             * Format: int32
             * @description How many moves the solver makes.
             */
            moves_to_win: number;
            /** @description The position text. */
            position: string;
            /**
             * @description One line for each first move that solves the exercise. If the exercise takes several
             *     moves, the line goes on with best play by both sides, as far as it is known.
             */
            solutions: string[][];
            /** @description A heading. */
            title: string;
        };
        /**
         * @description The kind of exercise.
         * @enum {string}
         */
        ExerciseKind: "capture" | "mate";
        /** @description An error in the text of a definition. */
        FaultInfo: {
            /** @description The column, from 1, in characters. */
            column: number;
            /** @description The line of the text. */
            excerpt: string | null;
            /** @description How to put it right. */
            help: string | null;
            /** @description The line, from 1. */
            line: number;
            /** @description What is wrong. */
            message: string;
        };
        /** @description An action in a game, with a key: an action sent twice is done once. */
        GameAction: {
            /** @description The game's ID. */
            id: string;
            /**
             * @description A text of your choice, different for each action. An action that is sent again
             *     with the same key is not done again: it gets the same answer.
             */
            key: string;
            /**
             * Format: int64
             * @description The client's estimate of how long the message travels, in ms.
             */
            lag_ms?: number | null;
            /** @description The move text. */
            move: string;
            /**
             * Format: int64
             * @description The number of moves made before it.
             */
            seq: number;
            /** @enum {string} */
            t: "move";
        } | {
            /** @description The game's ID. */
            id: string;
            /**
             * @description A text of your choice, different for each action. An action that is sent again
             *     with the same key is not done again: it gets the same answer.
             */
            key: string;
            /** @enum {string} */
            t: "resign";
        } | {
            /** @description True to offer or agree, false to decline or withdraw. */
            accept: boolean;
            /** @description The game's ID. */
            id: string;
            /**
             * @description A text of your choice, different for each action. An action that is sent again
             *     with the same key is not done again: it gets the same answer.
             */
            key: string;
            /**
             * @description True to agree only: without an offer of the opponent this is rejected with `no_offer`.
             *     Otherwise an answer that comes after the offer was withdrawn is an offer.
             */
            only_answer?: boolean;
            /** @enum {string} */
            t: "draw";
        } | {
            /** @description True to ask or agree, false to decline or withdraw. */
            accept: boolean;
            /** @description The game's ID. */
            id: string;
            /**
             * @description A text of your choice, different for each action. An action that is sent again
             *     with the same key is not done again: it gets the same answer.
             */
            key: string;
            /** @description True to agree only, as with draws. */
            only_answer?: boolean;
            /** @enum {string} */
            t: "takeback";
        } | {
            /** @description The game's ID. */
            id: string;
            /**
             * @description A text of your choice, different for each action. An action that is sent again
             *     with the same key is not done again: it gets the same answer.
             */
            key: string;
            /** @enum {string} */
            t: "abort";
        } | {
            /** @description The game's ID. */
            id: string;
            /**
             * @description A text of your choice, different for each action. An action that is sent again
             *     with the same key is not done again: it gets the same answer.
             */
            key: string;
            /** @enum {string} */
            t: "rematch";
        } | {
            /** @description The game's ID. */
            id: string;
            /**
             * @description A text of your choice, different for each action. An action that is sent again
             *     with the same key is not done again: it gets the same answer.
             */
            key: string;
            /** @description Lines of moves, each beginning with the opponent's. No lines delete them all. */
            lines: string[][];
            /**
             * Format: int64
             * @description The number of moves made.
             */
            seq: number;
            /** @enum {string} */
            t: "conditional";
        };
        /** @description What a game's state and its entry in a list have in common. */
        GameHeader: {
            black: components["schemas"]["Player"] | null;
            /** @description The time control. */
            clock: components["schemas"]["Clock"];
            /** @description The rules it is played by. */
            game: components["schemas"]["GameRef"];
            /** @description The game's ID. */
            id: string;
            outcome: components["schemas"]["Outcome"] | null;
            /** @description Whether it counts for ratings. */
            rated: boolean;
            /**
             * Format: int64
             * @description The number of moves made.
             */
            seq: number;
            /** @description The name of the rules for people. */
            title: string;
            white: components["schemas"]["Player"] | null;
            you: components["schemas"]["Side"] | null;
        };
        /** @description The ID of a game. */
        GameId: {
            /** @description The game's ID. */
            id: string;
        };
        /** @description Everything that a client needs to know about a game before it shows a position. */
        GameInfo: {
            /** @description What the game is, in a sentence or two. */
            about: string;
            /** @description What a player must do to win, in a sentence or two. */
            aim: string;
            /** @description How to picture the board, in a few sentences. */
            board: string;
            /** @description Who invented it and when, and where it is published. */
            credit: string;
            /** @description How the game ends, one sentence each. */
            ends: string[];
            /** @description The game, with the options that are not at their defaults. */
            game: components["schemas"]["GameRef"];
            /** @description What the board looks like. */
            layout: components["schemas"]["Layout"];
            /** @description Other points of the rules that players should know, one paragraph each. */
            notes: string[];
            /** @description The options. */
            options: components["schemas"]["GameOption"][];
            /** @description Its pieces, in the order of the definition. */
            pieces: components["schemas"]["PieceInfo"][];
            /** @description The web address of the published rules; `null` if the definition names none. */
            published: string | null;
            /**
             * @description Which pieces promote where to what, a sentence or two each. In a definition that people
             *     posted, also all other special rules; those of other games are among the notes.
             */
            rules: string[];
            /**
             * @description Rulings: points of the rules that the published text leaves open, and how they are
             *     decided here.
             */
            rulings: components["schemas"]["Ruling"][];
            /** @description The position text of the start. */
            start: string;
            /** @description Advice for the first games; empty if the definition gives none. */
            tips: string[];
            /** @description The name for people to read. */
            title: string;
        };
        /** @description An option of a game. */
        GameOption: {
            /** @description The default value. */
            default: string;
            /** @description Its name. */
            name: string;
            /** @description What it decides, in a sentence. */
            title: string;
            /** @description The possible values, the default first. */
            values: components["schemas"]["OptionChoice"][];
        };
        /** @description A game: its name, and the options that are not at their defaults. */
        GameRef: {
            /** @description SHA-256 (hexadecimal) of the text of a definition that the server keeps. */
            definition?: string | null;
            /**
             * @description The name of the game: `walkers`. With `definition`, the name in that
             *     definition.
             * @example walkers
             */
            name: string;
            /** @description Options by name. Those left out are at their defaults. */
            options?: {
                [key: string]: string;
            };
        };
        /** @description A report of a whole game by the engine. */
        GameReport: {
            /** @description Black's play. */
            black: components["schemas"]["SideReport"];
            /**
             * Format: int64
             * @description The time for each position, in milliseconds.
             */
            move_ms: number;
            /** @description The moves of the game, in order. */
            moves: components["schemas"]["ReportedMove"][];
            start?: components["schemas"]["WhiteScore"] | null;
            /**
             * Format: double
             * @description White's expected score there, as in `moves`. Reports of earlier versions have none.
             */
            start_chance?: number | null;
            /** @description White's play. */
            white: components["schemas"]["SideReport"];
        };
        /**
         * @description Who has won, as it stands at the end of a record.
         * @enum {string}
         */
        GameResult: "1-0" | "0-1" | "1/2-1/2" | "*";
        /** @description A played game, as one viewer sees it. */
        GameState: components["schemas"]["GameHeader"] & {
            clocks: components["schemas"]["Clocks"] | null;
            conditional: components["schemas"]["MoveTree"] | null;
            /** @description The moves made so far. */
            moves: components["schemas"]["MoveMade"][];
            /** @description Open offers. */
            offer: components["schemas"]["OpenOffers"];
            /** @description The rematch. */
            rematch: components["schemas"]["Rematch"];
            /** @description The position text it started from; null for the start of the game's rules. */
            start: string | null;
            /** @description The current position. */
            view: components["schemas"]["PositionView"];
            /**
             * @description The number of people who follow the game, players included. Somebody who has it open several
             *     times on one server counts once; of those who are not signed in, each socket does.
             */
            watchers: number;
        };
        /** @description A game in a list, as one viewer sees it. */
        GameSummary: components["schemas"]["GameHeader"] & {
            /** @description In correspondence, when the time of the side to move runs out, in RFC 3339. */
            due?: string | null;
            last: components["schemas"]["MoveCells"] | null;
            /** @description How the board is drawn. */
            layout_kind: components["schemas"]["LayoutKind"];
            /** @description The text of the current position. */
            position: string;
            /** @description When the game last changed, in RFC 3339. */
            updated: string;
            /** @description Whether the viewer is to move. */
            your_turn: boolean;
        };
        /** @description A figure for each cell of the board. */
        HeatMap: {
            /** @description What exactly is measured. */
            definition: string;
            /** @description The name of the measure in files. */
            id: string;
            /** @description Its name for people. */
            name: string;
            /** @description For each cell, by number: the share, from 0 to 1. */
            shares: number[];
        };
        /** @description An action with its key. */
        KeyedAction: {
            /**
             * @description A text of your choice, 1 to 64 bytes. An action that is sent twice with the
             *     same key is done once, so it is safe to send it again.
             */
            key?: string | null;
            /** @description The move text. */
            move: string;
            /**
             * Format: int64
             * @description The number of moves made before it.
             */
            seq: number;
            /** @enum {string} */
            t: "move";
        } | {
            /**
             * @description A text of your choice, 1 to 64 bytes. An action that is sent twice with the
             *     same key is done once, so it is safe to send it again.
             */
            key?: string | null;
            /** @enum {string} */
            t: "resign";
        } | {
            /** @description True to offer or agree, false to decline or withdraw. */
            accept: boolean;
            /**
             * @description A text of your choice, 1 to 64 bytes. An action that is sent twice with the
             *     same key is done once, so it is safe to send it again.
             */
            key?: string | null;
            /**
             * @description True to agree only: without an offer of the opponent this is rejected with `no_offer`.
             *     Otherwise an answer that comes after the offer was withdrawn is an offer.
             */
            only_answer?: boolean;
            /** @enum {string} */
            t: "draw";
        } | {
            /** @description True to ask or agree, false to decline or withdraw. */
            accept: boolean;
            /**
             * @description A text of your choice, 1 to 64 bytes. An action that is sent twice with the
             *     same key is done once, so it is safe to send it again.
             */
            key?: string | null;
            /** @description True to agree only, as with draws. */
            only_answer?: boolean;
            /** @enum {string} */
            t: "takeback";
        } | {
            /**
             * @description A text of your choice, 1 to 64 bytes. An action that is sent twice with the
             *     same key is done once, so it is safe to send it again.
             */
            key?: string | null;
            /** @enum {string} */
            t: "abort";
        } | {
            /**
             * @description A text of your choice, 1 to 64 bytes. An action that is sent twice with the
             *     same key is done once, so it is safe to send it again.
             */
            key?: string | null;
            /** @enum {string} */
            t: "rematch";
        } | {
            /**
             * @description A text of your choice, 1 to 64 bytes. An action that is sent twice with the
             *     same key is done once, so it is safe to send it again.
             */
            key?: string | null;
            /** @description Lines of moves, each beginning with the opponent's. No lines delete them all. */
            lines: string[][];
            /**
             * Format: int64
             * @description The number of moves made.
             */
            seq: number;
            /** @enum {string} */
            t: "conditional";
        };
        /** @description The last move. */
        LastMove: {
            /** @description Where the piece started. */
            from: number;
            /** @description The same in short notation. */
            short: string;
            /** @description The move text. */
            text: string;
            /** @description Where it ended. */
            to: number;
        };
        /** @description How a board is drawn. */
        Layout: {
            /** @description The files and ranks of one inner board, if the grid is a board of boards. */
            blocks: number[] | null;
            /** @description The cells, by number. A place of the grid without a cell is a hole in the board. */
            cells: components["schemas"]["CellInfo"][];
            /** @description The coordinate systems that the pieces move in. */
            charts: components["schemas"]["ChartInfo"][];
            /** @description The names of the files, from the left; on a ring, of the sectors. */
            file_names: string[];
            /** @description The number of files of one grid; on a ring, the number of cells. */
            files: number;
            /** @description Grid, stack, ring or hexagons. */
            kind: components["schemas"]["LayoutKind"];
            /** @description The letters of the levels, from the lowest; empty unless the board is a stack. */
            levels: string[];
            /** @description The names of the ranks, from White's side; empty on a ring. */
            rank_names: string[];
            /** @description The number of ranks of one grid; 1 on a ring. */
            ranks: number;
            /** @description The number of sectors of a ring, which are all of the same size; 0 for other boards. */
            sectors: number;
            shift: components["schemas"]["LayoutShift"] | null;
        };
        /**
         * @description How the cells are arranged in the drawing.
         * @enum {string}
         */
        LayoutKind: "grid" | "stack" | "ring" | "hex";
        /**
         * @description What is shifted in a grid of hexagons.
         * @enum {string}
         */
        LayoutShift: "files" | "ranks";
        /** @description A player in the list of a game. */
        LeaderOfGame: {
            /**
             * Format: double
             * @description Its deviation: the true strength is within twice of it, most likely.
             */
            deviation: number;
            /**
             * Format: int64
             * @description The number of rated games.
             */
            games: number;
            /** @description The player's name. */
            name: string;
            /** @description The place, from 1. */
            place: number;
            /**
             * Format: double
             * @description The rating.
             */
            rating: number;
            /** @description The player's ID. */
            user: string;
        };
        /** @description A lesson: what a game is about, step by step. */
        Lesson: {
            /** @description The game. */
            game: components["schemas"]["GameRef"];
            /**
             * Format: int32
             * @description About how many minutes it takes.
             */
            minutes: number;
            /** @description The steps, in order. */
            steps: components["schemas"]["LessonStep"][];
            /** @description The title of the game. */
            title: string;
        };
        /** @description A step of a lesson: one idea, with a board to look at. */
        LessonStep: {
            /** @description The ID, by which progress is kept. */
            id: string;
            /** @description The cells that the text speaks of. */
            marks: number[];
            /** @description The position text. */
            position: string;
            task: components["schemas"]["LessonTask"] | null;
            /** @description Paragraphs. */
            text: string[];
            /** @description A heading. */
            title: string;
        };
        /** @description A lesson in a list. */
        LessonSummary: {
            /** @description The name of the game. */
            game: string;
            /**
             * Format: int32
             * @description About how many minutes it takes.
             */
            minutes: number;
            /** @description The IDs of its steps, in order. */
            steps: string[];
            /** @description The title of the game. */
            title: string;
        };
        /** @description A task of a lesson. */
        LessonTask: {
            /** @description The right answer to a yes-or-no question (kind `question`). */
            answer: boolean | null;
            /** @description What to do, in a sentence. */
            ask: string;
            /** @description The move that the question is about, to explain the answer. */
            attempt: string | null;
            /** @description The right cells (kinds `cell` and `cells`). */
            cells: number[];
            /** @description What to say when it is done. */
            done: string;
            /** @description The cell of the piece that the question about cells is about, to explain wrong answers. */
            from: number | null;
            /** @description A hint. */
            hint: string;
            /** @description The kind of task. */
            kind: components["schemas"]["TaskKind"];
            /**
             * Format: int32
             * @description The level of the computer (kind `game`).
             */
            level: number | null;
            /** @description The moves that solve it (kind `move`). */
            moves: string[];
            /** @description Why other legal moves do not solve it (kind `move`). */
            wrong: components["schemas"]["WrongMoves"][];
        };
        /** @description A game in a list of games. */
        ListedGame: {
            /** @description What the game is, in a sentence or two. */
            about: string;
            /** @description The number of cells, with all options at their defaults. */
            cells: number;
            /** @description Who invented it and when, and where it is published. */
            credit: string;
            /**
             * @description The numbers of dimensions of the coordinate systems that pieces move in, smallest
             *     first. A ring has one dimension.
             */
            dimensions: number[];
            /** @description How the board is drawn. */
            kind: components["schemas"]["LayoutKind"];
            /** @description The name by which to ask for the game. */
            name: string;
            /** @description The options. */
            options: components["schemas"]["GameOption"][];
            /** @description The name for people to read. */
            title: string;
        };
        /** @description A cell to mark. */
        Mark: {
            /** @description The cell. */
            cell: number;
            /** @description Its meaning. */
            role: components["schemas"]["MarkRole"];
        };
        /**
         * @description The meaning of a marked cell.
         * @enum {string}
         */
        MarkRole: "attacker" | "royal" | "blocker" | "escape" | "refuted" | "held";
        /** @description Which pieces win, from endgame tables. */
        MeasuredEndgames: {
            /** @description What the figures show, in paragraphs. */
            about: string[];
            /** @description One row for each set of pieces. */
            rows: components["schemas"]["EndgameRow"][];
        };
        /** @description A figure with its 95 % interval. */
        MeasuredFigure: {
            /** @description What exactly is measured. */
            definition: string;
            /** @description The name of the measure in files. */
            id: string;
            /** @description Its name for people. */
            name: string;
            /** @description The same figure of the other shipped games. */
            others: components["schemas"]["OtherFigure"][];
            /** @description The figure, as people read it: `54 ± 2 %`. */
            text: string;
        };
        /** @description What was measured of a game. */
        MeasuredGame: {
            endgames?: components["schemas"]["MeasuredEndgames"] | null;
            /** @description The name of the game. */
            game: string;
            run?: components["schemas"]["MeasuredRun"] | null;
            /** @description Its name for people. */
            title: string;
            /** @description What the pieces are worth. Empty if that was not measured. */
            values: components["schemas"]["MeasuredPiece"][];
        };
        /** @description What a piece is worth, in hundredths of the least valuable piece. */
        MeasuredPiece: {
            evaluation?: components["schemas"]["MeasuredValue"] | null;
            handicap?: components["schemas"]["MeasuredValue"] | null;
            /** @description The letter of the piece. */
            letter: string;
            /** @description Its name. */
            name: string;
            regression?: components["schemas"]["MeasuredValue"] | null;
        };
        /** @description What games of the engine against itself show. */
        MeasuredRun: {
            /** @description The figures of the whole game. */
            figures: components["schemas"]["MeasuredFigure"][];
            /**
             * Format: int64
             * @description The games.
             */
            games: number;
            /** @description Whether there is a report of its own, with all figures. */
            has_report: boolean;
            /** @description Figures for each cell. */
            heat_maps: components["schemas"]["HeatMap"][];
            /**
             * Format: int64
             * @description The positions that the engine searched for each move.
             */
            nodes: number;
            /** @description What the games say, in sentences. */
            sentences: string[];
        };
        /** @description A value with its interval. */
        MeasuredValue: {
            /** @description The ends of its 95 % interval, which need not be symmetric. */
            interval?: number[] | null;
            /**
             * Format: double
             * @description The value.
             */
            value: number;
        };
        /** @description The two cells of a move. */
        MoveCells: {
            /**
             * Format: int64
             * @description Where the piece started.
             */
            from: number;
            /**
             * Format: int64
             * @description Where it ended.
             */
            to: number;
        };
        /** @description The count of moves without one that begins it anew: in most games a capture or a pawn move. */
        MoveCount: {
            /**
             * Format: int32
             * @description The number of full moves counted so far.
             */
            count: number;
            /**
             * Format: int32
             * @description The number at which the game is drawn; 0 if it never is.
             */
            limit: number;
        };
        /** @description A legal move. */
        MoveInfo: {
            /** @description The cells of the enemy pieces that are captured. */
            captures: number[];
            /** @description All cells on which a spanning piece will stand. */
            cells_after: number[] | null;
            /** @description Where the piece starts; for a spanning piece, the cell that names it. */
            from: number;
            /** @description What kind of move it is. */
            kind: components["schemas"]["MoveKind"];
            /** @description The upper-case letter of the piece that it promotes to. */
            promotion: string | null;
            /** @description The same in short notation: `e8=Q+`. */
            short: string;
            /** @description The move text: `e7e8q`. */
            text: string;
            /** @description Where the piece ends; for a spanning piece, the cell that will name it. */
            to: number;
        };
        /**
         * @description The kind of move.
         * @enum {string}
         */
        MoveKind: "move" | "castle" | "in_passing" | "transform" | "shift";
        /** @description A move that was made. */
        MoveMade: {
            /** @description When it was made, in RFC 3339. */
            at: string;
            /** @description The same in short notation. */
            short: string;
            /**
             * Format: int64
             * @description The time it took off the clock, in ms.
             */
            spent_ms: number;
            /** @description The move text. */
            text: string;
        };
        /** @description How a typed move was understood. */
        MoveReading: {
            /** @description The move text, if it is a legal move. */
            move: string | null;
            /** @description Otherwise, why the text is not a legal move. */
            refusal: string | null;
        };
        /** @description A record as a tree of moves. */
        MoveTree: {
            /** @description The comment before the first move. */
            comment?: string;
            /** @description The game. */
            game: components["schemas"]["GameRef"];
            /**
             * @description The moves. A parent comes before its children. The first child of each parent
             *     continues the main line.
             */
            nodes: components["schemas"]["TreeNode"][];
            /** @description The position text of the start, unless it is the game's own start. */
            start: string | null;
            /** @description The tags of the record, names and values in order. */
            tags: string[][];
        };
        /**
         * @description Which of the caller's games to list.
         * @enum {string}
         */
        MyGamesState: "current" | "over";
        /** @description A game to start. */
        NewGame: {
            /** @description The time control. */
            clock: components["schemas"]["Clock"];
            /** @description The side that the caller plays. */
            colour: components["schemas"]["Colour"];
            /** @description Which game. */
            game: components["schemas"]["GameRef"];
            /** @description The opponent. */
            opponent: components["schemas"]["Opponent"];
            /** @description The position text to start from. Rated games cannot have one. */
            position?: string | null;
            /** @description Whether it counts for ratings. */
            rated: boolean;
        };
        /** @description A new game, or a new seek. */
        NewGameAnswer: {
            /** @description The game's ID, if a game was created. */
            id?: string | null;
            /**
             * @description The seek's ID, if a seek was created. The socket says `started` when
             *     someone accepts it.
             */
            seek?: string | null;
            /** @description The path of the game's page. */
            url?: string | null;
        };
        /** @description A new token. */
        NewToken: {
            /** @description The token's ID. */
            id: string;
            /** @description The secret, for the header `Authorization: Bearer …`. It is shown only once. */
            token: string;
        };
        /** @description Open offers. */
        OpenOffers: {
            draw: components["schemas"]["Side"] | null;
            takeback: components["schemas"]["Side"] | null;
        };
        /** @description A move that was played in a position. */
        OpeningMove: {
            /**
             * Format: int64
             * @description How many Black won.
             */
            black: number;
            /**
             * Format: int64
             * @description How many were drawn.
             */
            draws: number;
            /** @description The ID of the last of the games on this server. */
            game?: string | null;
            /** @description The move text. */
            move: string;
            /** @description The move in short notation. */
            short: string;
            /**
             * Format: int64
             * @description How many games with it White won.
             */
            white: number;
        };
        /** @description What was played in a position. */
        Openings: {
            /** @description In games between engines. */
            engine: components["schemas"]["OpeningMove"][];
            /** @description In finished games of this server, the most frequent moves first. */
            people: components["schemas"]["OpeningMove"][];
        };
        /** @description The opponent of a new game. */
        Opponent: {
            /** @enum {string} */
            kind: "engine";
            /**
             * Format: int32
             * @description The strength, from 1 to 8.
             */
            level: number;
        } | {
            /** @enum {string} */
            kind: "link";
        } | {
            /** @enum {string} */
            kind: "seek";
        } | {
            /** @enum {string} */
            kind: "pair";
        };
        /** @description A value of an option. */
        OptionChoice: {
            /** @description The value for people to read. */
            title: string;
            /** @description The value to write in `GameRef`. */
            value: string;
        };
        /** @description The figure of another game. */
        OtherFigure: {
            /** @description The figure, as people read it. */
            text: string;
            /** @description The title of the game. */
            title: string;
        };
        /** @description How a game ended. */
        Outcome: {
            /** @description Why. */
            reason: components["schemas"]["EndReason"];
            /** @description Who has won. */
            result: components["schemas"]["GameResult"];
            /** @description The same in a sentence. */
            text: string;
        };
        /** @description Your account and session. */
        OwnAccount: {
            /**
             * @description Requests that change something and are signed in by cookie send this in the
             *     header `X-CSRF`. A new session has a new one: the answer that begins the
             *     session carries it in its own header `X-CSRF`.
             */
            csrf: string;
            /** @description The stored settings of the user. */
            settings: Record<string, never>;
            user: components["schemas"]["User"] | null;
        };
        /** @description A change of password. */
        PasswordChange: {
            /** @description The new password. */
            new: string;
            /** @description The current password. */
            old: string;
        };
        /**
         * @description The drawing of a piece, as paths to fill and to stroke.
         *
         *     A cell is a square of 100 units, and the piece stands on the line `y = 90`. White's
         *     `body` shapes have a light fill and a dark outline, Black's the other way round. A
         *     `detail` is a line over the body. It is not filled and has the colour of the outline:
         *     dark on White's pieces, light on Black's. All lines are 4 units wide with round ends and
         *     joins. Later shapes are drawn over earlier ones.
         *
         *     A piece that spans n cells has one drawing for all of them, in a view box n times as
         *     wide. Where its cells lie side by side in a row, it is drawn once over all of them, also
         *     on a turned board. Otherwise (cells above each other, or on a ring) it is cut: each cell
         *     shows one square of it, in the order of the cells along the axis.
         */
        PieceDrawing: {
            /** @description The shapes, in drawing order. */
            shapes: components["schemas"]["PieceShape"][];
            /** @description `0 0 100 100`; wider for pieces that span several cells. */
            view_box: string;
        };
        /** @description How a piece moves from a cell. */
        PieceExplanation: {
            /** @description The cell it stands on; for a piece of several cells, the one that names it. */
            cell: number;
            /** @description The cells it reaches on an otherwise empty board. */
            reaches: components["schemas"]["ReachedCell"][];
            /** @description How it moves, one sentence each. */
            sentences: string[];
        };
        /** @description A kind of piece. */
        PieceInfo: {
            /** @description What players should know about it, in a sentence or two. */
            about: string;
            /** @description Its picture. */
            drawing: components["schemas"]["PieceDrawing"];
            /** @description White's letter, upper case. */
            letter: string;
            /** @description How it moves exactly, in one line of words made from its moves. */
            moves: string;
            /** @description The name: `knight`. */
            name: string;
            /** @description The cells where it can promote. */
            promotes_on: components["schemas"]["CellsBySide"];
            /** @description The letters of the pieces that it can promote to. */
            promotes_to: string[];
            /** @description Whether the piece is royal: losing it loses the game. */
            royal: boolean;
            /** @description Whether it occupies several cells. */
            spans: boolean;
            /**
             * Format: int32
             * @description Its value to the engine, in centipawns; 0 for royal pieces.
             */
            value_cp: number;
        };
        /** @description A piece to explain. */
        PieceQuestion: {
            /** @description The cell where it stands; a central cell if left out. */
            cell?: number | null;
            /** @description The game. */
            game: components["schemas"]["GameRef"];
            /** @description The letter of its kind. */
            piece: string;
            side?: components["schemas"]["Side"] | null;
        };
        /** @description One path of a drawing. */
        PieceShape: {
            /** @description Path data of SVG. */
            d: string;
            /** @description How to draw it. */
            role: components["schemas"]["ShapeRole"];
        };
        /** @description A piece on the board. */
        PlacedPiece: {
            /**
             * @description The cells that it stands on: one, or several for a spanning piece. The cell that
             *     names the piece comes first.
             */
            cells: number[];
            /** @description Its letter, in upper case for both sides. */
            letter: string;
            /** @description The side that it belongs to. */
            side: components["schemas"]["Side"];
        };
        /** @description One of the two players. */
        Player: {
            /** @description A user or the engine. */
            kind: components["schemas"]["PlayerKind"];
            /**
             * Format: int32
             * @description The level of the engine.
             */
            level?: number | null;
            /** @description The name. */
            name: string;
            /** @description Whether the player is connected. */
            online: boolean;
            /**
             * Format: int64
             * @description The user's rating in this game.
             */
            rating?: number | null;
            /** @description The ID of a user. */
            user?: string | null;
        };
        /**
         * @description The kind of player.
         * @enum {string}
         */
        PlayerKind: "person" | "engine";
        /** @description What an inventor should look at first. */
        PlaytestAdvice: {
            /** @description What was measured, and what could help. */
            text: string;
            /** @description A title. */
            title: string;
        };
        /** @description A playtest with what it says in words. */
        PlaytestAnswer: {
            /** @description The playtest. */
            about: components["schemas"]["PlaytestInfo"];
            /** @description What to look at first. */
            advice: components["schemas"]["PlaytestAdvice"][];
            /** @description What it says, in sentences. Empty until it is over. */
            sentences: string[];
            /** @description Whether it is yours, so that you may stop or delete it. */
            yours: boolean;
        };
        /**
         * @description Why a playtest is over.
         * @enum {string}
         */
        PlaytestEnded: "complete" | "time" | "openings" | "stopped" | "failed";
        /** @description A playtest, and how far it is. */
        PlaytestInfo: {
            /**
             * Format: int64
             * @description The time that it may have, in milliseconds.
             */
            budget_ms: number;
            /** @description When it was asked for (RFC 3339). */
            created: string;
            /** @description When it was over (RFC 3339). */
            ended?: string | null;
            ended_by?: components["schemas"]["PlaytestEnded"] | null;
            /** @description The game: its definition and options. */
            game: components["schemas"]["GameRef"];
            /**
             * Format: int64
             * @description The games that are played.
             */
            games: number;
            /** @description Its ID. */
            id: string;
            /**
             * Format: int64
             * @description The positions that the engine searches for each move.
             */
            nodes: number;
            /**
             * Format: int64
             * @description The time that it has had, in milliseconds.
             */
            spent_ms: number;
            /** @description How far it is. */
            state: components["schemas"]["PlaytestState"];
            /** @description The name of the game for people, with the options. */
            title: string;
            /**
             * Format: int64
             * @description The games that are wanted.
             */
            total: number;
        };
        /** @description A request for a playtest. */
        PlaytestRequest: {
            /** @description The hash of a definition of yours. */
            definition: string;
            /** @description Options by name. Those left out are at their defaults. */
            options?: {
                [key: string]: string;
            };
        };
        /**
         * @description How far a playtest is.
         * @enum {string}
         */
        PlaytestState: "queued" | "running" | "done" | "failed";
        /** @description The check of a position that was set up. */
        PositionCheck: {
            /** @description The cells that the errors are about. */
            cells: number[];
            /** @description Everything that is wrong. */
            faults: string[];
            view: components["schemas"]["PositionView"] | null;
        };
        /** @description A position: a game, a start, and the moves made from there. */
        PositionRef: {
            /** @description The game. */
            game: components["schemas"]["GameRef"];
            /** @description The moves made from there, as move texts or in short notation. */
            moves?: string[];
            /** @description The position text of the start; by default the start of the game. */
            position?: string | null;
        };
        /** @description A position to check. */
        PositionSetup: {
            /** @description The game. */
            game: components["schemas"]["GameRef"];
            /** @description The position text. */
            position: string;
        };
        /** @description A position with its legal moves. */
        PositionView: {
            /** @description The cells of royal pieces that are held or bound. */
            bound: number[];
            /** @description If the side to move is in check, the cells of its royal piece. */
            check: number[];
            /** @description The count of moves towards a draw. */
            fifty: components["schemas"]["MoveCount"];
            last: components["schemas"]["LastMove"] | null;
            /** @description All legal moves; none if the game is over. */
            moves: components["schemas"]["MoveInfo"][];
            outcome: components["schemas"]["Outcome"] | null;
            /** @description All pieces. */
            pieces: components["schemas"]["PlacedPiece"][];
            /** @description The number of plies since the start. */
            ply: number;
            /** @description The position text. */
            position: string;
            /**
             * Format: int32
             * @description How often the position has occurred, including now.
             */
            repetitions: number;
            /** @description Sentences that say why these pieces may not move freely. */
            restrictions?: string[];
            /** @description The side to move. */
            side: components["schemas"]["Side"];
        };
        /** @description A stored definition. */
        PostedDefinition: {
            /** @description The SHA-256 of its text, in hexadecimal. */
            definition: string;
            /** @description The game. */
            info: components["schemas"]["GameInfo"];
            /** @description What can be played, but was probably not meant. */
            warnings: components["schemas"]["FaultInfo"][];
            /** @description Whether it is one of your versions. Somebody else may have stored the same text before. */
            yours: boolean;
        };
        /** @description Where a piece may be able to go after the other side's next move. */
        PremoveCells: {
            /** @description The cells. After the other side's move not all of them may be legal. */
            cells: number[];
        };
        /** @description A piece that is to move after the other side's next move. */
        PremoveQuestion: {
            /** @description The cell where the piece stands. */
            cell: number;
            /** @description The game. */
            game: components["schemas"]["GameRef"];
            /** @description The moves made from there, as move texts or in short notation. */
            moves?: string[];
            /** @description The position text of the start; by default the start of the game. */
            position?: string | null;
        };
        /** @description A user's profile. */
        Profile: {
            /** @description When the account was created. */
            created: string;
            /** @description The latest games, the last changed first. */
            recent: components["schemas"]["GameSummary"][];
            /** @description The results of all games. */
            totals: components["schemas"]["ResultTotals"];
            /** @description The user. */
            user: components["schemas"]["User"];
        };
        /** @description Something that you have done. */
        ProgressItem: {
            /**
             * Format: int64
             * @description When, in milliseconds since 1970.
             */
            done: number;
            /** @description Whether it was solved without a mistake and without help. */
            first_try: boolean;
            /** @description `lesson/GAME/STEP` or `puzzle/GAME/ID`. */
            item: string;
        };
        /** @description A puzzle: a position with one right move. */
        PuzzleInfo: {
            /** @description How the game could go on. */
            continuation: string[];
            /** @description The ID, by which progress is kept. */
            id: string;
            /**
             * @description The scores of the best and the second best first move for the solver, in
             *     centipawns; null if the solver wins by force.
             */
            margin: number[] | null;
            /**
             * Format: int32
             * @description The number of moves in which the solver wins by force; null if the move is only much
             *     better than all others.
             */
            mate: number | null;
            /** @description The position text. */
            position: string;
            /**
             * Format: int32
             * @description How difficult it is.
             */
            rating: number;
            /**
             * @description The moves of the solver and the replies, in turn. For each move of the solver all
             *     that are right, for each reply one.
             */
            solution: string[][];
            /** @description What the puzzle is about. */
            themes: string[];
        };
        /** @description A rating after a rated game. */
        RatingAfterGame: {
            /** @description When the game ended, in RFC 3339. */
            at: string;
            /**
             * Format: int64
             * @description The number of rated games until then, this one included.
             */
            games: number;
            /**
             * Format: double
             * @description The rating.
             */
            rating: number;
        };
        /**
         * @description How a piece reaches a cell.
         * @enum {string}
         */
        ReachKind: "move" | "capture" | "both";
        /** @description A cell that a piece reaches. */
        ReachedCell: {
            /** @description The cell. */
            cell: number;
            /** @description Whether it moves or captures there. */
            kind: components["schemas"]["ReachKind"];
            /**
             * @description Each way to get there: the cells that must be empty, in order. A leap
             *     has one way with no cells.
             */
            ways: number[][];
        };
        /** @description Why a position is check, mate or another end, or why a move is not possible. */
        Reasons: {
            /** @description Arrows to draw. */
            arrows: components["schemas"]["Arrow"][];
            /** @description For check and mate: the moves that the side to move might try, and why they fail. */
            escapes: components["schemas"]["Escape"][];
            /** @description Cells to mark. */
            marks: components["schemas"]["Mark"][];
            /** @description The reason in sentences, the main one first. */
            sentences: string[];
        };
        /** @description A record. */
        RecordText: {
            /** @description The text of the record, in PGN. */
            text: string;
        };
        /** @description A record to read. */
        RecordToRead: {
            game?: components["schemas"]["GameRef"] | null;
            /** @description The text of the record, in PGN. */
            text: string;
        };
        /** @description The rematch of a finished game. */
        Rematch: {
            /** @description The new game's ID, once both sides have agreed. */
            id: string | null;
            offered: components["schemas"]["Side"] | null;
        };
        /** @description A report of a game, or how far it is. */
        ReportAnswer: {
            /**
             * Format: int64
             * @description How many positions are done.
             */
            done: number;
            report?: components["schemas"]["GameReport"] | null;
            /** @description How far it is. */
            state: components["schemas"]["ReportState"];
            /**
             * Format: int64
             * @description Of how many; 0 until the engine begins.
             */
            total: number;
        };
        /**
         * @description How far a report is.
         * @enum {string}
         */
        ReportState: "none" | "queued" | "running" | "done" | "failed";
        /** @description A move of the game. */
        ReportedMove: {
            /** @description The better moves, in short notation, if this was not a good one. */
            better?: string[];
            /** @description The same as move texts. */
            better_moves?: string[];
            /**
             * Format: double
             * @description White's expected score after it, from 0 to 1, where a draw is half a win: that of people,
             *     who win won positions less surely than the engine.
             */
            chance: number;
            /** @description The move text. */
            move: string;
            score: components["schemas"]["WhiteScore"] | null;
            /** @description The move in short notation. */
            short: string;
            /** @description Who made it. */
            side: components["schemas"]["Side"];
            /**
             * @description Whether this move changed which side was expected to win, or left no side expected to
             *     win.
             */
            turning: boolean;
            /** @description How good it was. */
            verdict: components["schemas"]["Verdict"];
        };
        /**
         * @description The chances of a win for White, of a draw and of a win for Black, in thousandths: how games
         *     of the engine against itself ended after such scores.
         */
        ResultChances: {
            /**
             * Format: int32
             * @description Of a win for Black.
             */
            black: number;
            /**
             * Format: int32
             * @description Of a draw.
             */
            draw: number;
            /**
             * Format: int32
             * @description Of a win for White.
             */
            white: number;
        };
        /** @description The results of a user's finished games. */
        ResultTotals: {
            /**
             * Format: int64
             * @description Games drawn.
             */
            draws: number;
            /**
             * Format: int64
             * @description Games lost.
             */
            losses: number;
            /**
             * Format: int64
             * @description Games won.
             */
            wins: number;
        };
        /** @description A decision: a point that the published rules leave open, or where we go beyond them. */
        Ruling: {
            /** @description The reason; empty if the definition does not give one. */
            reason: string;
            /** @description What applies here. */
            text: string;
            /** @description What it is about, in a few words; may be empty in games of users. */
            title: string;
        };
        /** @description The seat that the caller has taken. */
        SeatTaken: {
            /** @description The side that the caller plays. */
            side: components["schemas"]["Side"];
        };
        /** @description An open invitation in the lobby. */
        Seek: {
            /** @description The user who offers the game. */
            by: components["schemas"]["User"];
            /** @description The time control. */
            clock: components["schemas"]["Clock"];
            /** @description The side that the user who offers asks for. */
            colour: components["schemas"]["Colour"];
            /** @description Which game. */
            game: components["schemas"]["GameRef"];
            /** @description Its ID. */
            id: string;
            /** @description Whether it counts for ratings. */
            rated: boolean;
            /** @description The game's name for people. */
            title: string;
        };
        /** @description A message of the server on the socket. `t` says what kind of message it is. */
        ServerMessage: {
            /** @description The game's ID. */
            id: string;
            /** @description The game. */
            state: components["schemas"]["GameState"];
            /** @enum {string} */
            t: "state";
        } | {
            clocks: components["schemas"]["Clocks"] | null;
            /** @description The game's ID. */
            id: string;
            /** @description The move. */
            move: components["schemas"]["MoveMade"];
            outcome: components["schemas"]["Outcome"] | null;
            /**
             * Format: int64
             * @description The number of moves made, this one included.
             */
            seq: number;
            /** @enum {string} */
            t: "move";
            /** @description The position after it. */
            view: components["schemas"]["PositionView"];
        } | {
            /** @description The game's ID. */
            id: string;
            /** @description What happened. */
            kind: components["schemas"]["EventKind"];
            /** @description The game after it. */
            state: components["schemas"]["GameState"];
            /** @enum {string} */
            t: "event";
        } | {
            /** @description Whether Black's player is connected. */
            black: boolean;
            /** @description The game's ID. */
            id: string;
            /** @enum {string} */
            t: "presence";
            /** @description The number of people who follow the game, as in its state. */
            watchers: number;
            /** @description Whether White's player is connected. */
            white: boolean;
        } | {
            /** @description The key of the action. */
            key: string;
            /**
             * Format: int64
             * @description The number of moves made after the action.
             */
            seq: number;
            /** @enum {string} */
            t: "ack";
        } | {
            /** @description Why, as a fixed word for programs. */
            code: string;
            /** @description The key of the action. */
            key: string;
            /** @description Why, in a sentence. */
            message: string;
            state?: components["schemas"]["GameState"] | null;
            /** @enum {string} */
            t: "refused";
        } | {
            /** @description The seeks, newest first. */
            seeks: components["schemas"]["Seek"][];
            /** @enum {string} */
            t: "lobby";
        } | {
            /** @description The games, the latest first. */
            games: components["schemas"]["GameSummary"][];
            /** @enum {string} */
            t: "home";
        } | {
            /** @description The ID of the game that starts. */
            id: string;
            /** @description The seek's ID. */
            seek: string;
            /** @enum {string} */
            t: "started";
        } | {
            /** @description What the `ping` carried. */
            n: unknown;
            /** @description The server's time, in RFC 3339. */
            now: string;
            /** @enum {string} */
            t: "pong";
        } | {
            /** @description The lines found so far. */
            lines: components["schemas"]["AnalysisLine"][];
            /**
             * Format: int64
             * @description Nodes searched in a second.
             */
            nps?: number | null;
            /** @description The number of analyses that are waiting before it. */
            place?: number | null;
            /**
             * Format: int64
             * @description The number of the analysis.
             */
            req: number;
            /** @description Whether it waits, runs or is finished. */
            state: components["schemas"]["AnalysisState"];
            /** @enum {string} */
            t: "analysis";
        } | {
            /** @description Why, as a fixed word for programs. */
            code: string;
            /** @description The game that the message was about. */
            id?: string | null;
            /** @description Why, in a sentence. */
            message: string;
            /**
             * Format: int64
             * @description The analysis that the message was about.
             */
            req?: number | null;
            /** @enum {string} */
            t: "error";
        };
        /**
         * @description How to draw a path.
         * @enum {string}
         */
        ShapeRole: "body" | "detail";
        /** @description A shared analysis. */
        SharedAnalysis: {
            /** @description The ID of the analysis. Its page is `/analysis/ID`. */
            id: string;
        };
        /**
         * @description One of the two sides.
         * @enum {string}
         */
        Side: "white" | "black";
        /** @description How a side played. */
        SideReport: {
            /**
             * Format: double
             * @description From 0 to 100; null if the side has not moved.
             */
            accuracy: number | null;
            /**
             * Format: int32
             * @description Moves that lost most of the winning chances.
             */
            blunders: number;
            /**
             * Format: int32
             * @description Moves that lost some of the winning chances.
             */
            inaccuracies: number;
            /**
             * Format: int32
             * @description Moves that lost many of the winning chances.
             */
            mistakes: number;
        };
        /** @description What the engine thinks of a position without searching. */
        StaticEvaluation: {
            /** @description The pieces that are not royal. */
            pieces: components["schemas"]["WorthOfPiece"][];
            /**
             * Format: int32
             * @description The score for White, in centipawns.
             */
            score_cp: number;
            /** @description Its parts. A network is one of them. */
            terms: components["schemas"]["EvaluationTerm"][];
        };
        /**
         * @description What the move count makes of a win.
         * @enum {string}
         */
        TableCount: "stands" | "spoiled" | "unknown";
        /** @description A move and what perfect play gives after it. */
        TableMove: {
            /** @description The move text. */
            move: string;
            /** @description The move in short notation. */
            short: string;
            value: components["schemas"]["TableValue"] | null;
        };
        /**
         * @description Whether there is a table of a position.
         * @enum {string}
         */
        TableState: "known" | "building" | "missing";
        /** @description What perfect play gives. */
        TableValue: {
            /** @description What the move count makes of the win. */
            count: components["schemas"]["TableCount"];
            /**
             * Format: int32
             * @description The same in moves of the winner.
             */
            moves: number | null;
            /**
             * Format: int32
             * @description The plies to the end of the game; null for a draw.
             */
            plies: number | null;
            winner: components["schemas"]["Side"] | null;
            /** @description Whether the win can certainly be won before the move count ends the game. */
            within_count: boolean;
        };
        /**
         * @description The kind of a task.
         * @enum {string}
         */
        TaskKind: "move" | "cell" | "cells" | "question" | "game";
        /** @description A token, without its secret. */
        TokenInfo: {
            /** @description When it was created. */
            created: string;
            /** @description The token's ID. */
            id: string;
            /** @description What the token is for, in your own words. */
            label: string;
            /** @description What it may do. */
            scopes: components["schemas"]["TokenScope"][];
        };
        /** @description A token to create. */
        TokenRequest: {
            /** @description What the token is for, in your own words. */
            label: string;
            /** @description What the token may do; `play` and `read` if left out. */
            scopes?: components["schemas"]["TokenScope"][];
        };
        /**
         * @description What a token may do. A session may do everything.
         * @enum {string}
         */
        TokenScope: "play" | "read" | "account";
        /** @description A move in a tree. */
        TreeNode: {
            /** @description The comment after the move. */
            comment?: string;
            /**
             * Format: int32
             * @description The ID of the node, unique in the tree.
             */
            id: number;
            /** @description The move text. */
            move: string;
            /** @description Numeric annotation glyphs: 1 for a good move (`!`), and so on. */
            nags?: number[];
            /**
             * Format: int32
             * @description The ID of the move before; null for a first move.
             */
            parent: number | null;
            /** @description The same in short notation. Ignored when a tree is written as a record. */
            short?: string;
        };
        /** @description A typed move. */
        TypedMove: {
            /** @description The game. */
            game: components["schemas"]["GameRef"];
            /** @description The moves made from there, as move texts or in short notation. */
            moves?: string[];
            /** @description The position text of the start; by default the start of the game. */
            position?: string | null;
            /** @description The text as it was typed. */
            text: string;
        };
        /** @description A user, as others see them. */
        User: {
            /** @description Whether the user is a guest. */
            guest: boolean;
            /** @description The user's ID. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description Ratings by game. */
            ratings?: {
                [key: string]: components["schemas"]["UserRating"];
            };
        };
        /** @description A rating, as others see it. */
        UserRating: {
            /**
             * Format: double
             * @description The standard deviation: with 95 % probability the true rating is at most
             *     twice this away.
             */
            deviation: number;
            /**
             * Format: int64
             * @description The number of rated games.
             */
            games: number;
            /**
             * Format: double
             * @description The rating.
             */
            rating: number;
        };
        /**
         * @description How good a move was.
         * @enum {string}
         */
        Verdict: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
        /** @description A score, positive if White is better. */
        WhiteScore: {
            /**
             * Format: int32
             * @description Centipawns.
             */
            cp: number;
        } | {
            /**
             * Format: int32
             * @description The number of moves until mate; negative if Black mates.
             */
            mate: number;
        };
        /** @description What a piece is worth where it stands. */
        WorthOfPiece: {
            /** @description The cell where it stands. */
            cell: number;
            /**
             * Format: int32
             * @description How much better its side is evaluated with it than without it, in centipawns.
             */
            worth_cp: number;
        };
        /** @description Moves that do not solve a task, for one reason. */
        WrongMoves: {
            /** @description The moves. */
            moves: string[];
            /** @description Why, in a sentence. */
            sentence: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    share_analysis: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveTree"];
            };
        };
        responses: {
            /** @description The analysis is stored */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedAnalysis"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_analysis: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The analysis's ID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The analysis */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MoveTree"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    draw_board_png: {
        parameters: {
            query: {
                /** @description The game's name, as in the list of games. */
                game: string;
                /** @description Hash of a stored definition. */
                definition?: string;
                /** @description Position text; the start of the game if left out. */
                position?: string;
                /** @description Moves made from there, with commas between them: `e2e4,e7e5`. */
                moves?: string;
                /** @description Show the board from Black's side. */
                flip?: boolean;
                /** @description The colours; `light` if left out. */
                theme?: "light" | "dark";
                /** @description How pieces are drawn; `outlined` if left out. */
                pieces?: "outlined" | "solid";
                /** @description Length of the longer side in pixels; 600 if left out. */
                size?: number;
                /** @description Cells to highlight, by their numbers, with commas between them: `12,28`. */
                last?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/png": string;
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    draw_board_svg: {
        parameters: {
            query: {
                /** @description The game's name, as in the list of games. */
                game: string;
                /** @description Hash of a stored definition. */
                definition?: string;
                /** @description Position text; the start of the game if left out. */
                position?: string;
                /** @description Moves made from there, with commas between them: `e2e4,e7e5`. */
                moves?: string;
                /** @description Show the board from Black's side. */
                flip?: boolean;
                /** @description The colours; `light` if left out. */
                theme?: "light" | "dark";
                /** @description How pieces are drawn; `outlined` if left out. */
                pieces?: "outlined" | "solid";
                /** @description Length of the longer side in pixels; 600 if left out. */
                size?: number;
                /** @description Cells to highlight, by their numbers, with commas between them: `12,28`. */
                last?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_my_definitions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The versions. Empty if you are not signed in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefinitionInfo"][];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    create_definition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DefinitionText"];
            };
        };
        responses: {
            /** @description The stored definition */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostedDefinition"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request conflicts with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_definition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description SHA-256 of the text, in hexadecimal */
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text, in TOML */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_games: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The games */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedGame"][];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_game: {
        parameters: {
            query?: {
                /** @description Hash of a stored definition */
                definition?: string;
            };
            header?: never;
            path: {
                /** @description The game's name, as in the list of games */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The game */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameInfo"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_game_definition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game's name, as in the list of games */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text, in TOML */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_measured: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game's name, as in the list of games */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was measured */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeasuredGame"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_measured_report: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game's name, as in the list of games */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    become_guest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The guest */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_leaders: {
        parameters: {
            query?: {
                /**
                 * @description The first place to list, from 1 to 10,000; 1 if left out. For the next page, send the
                 *     last `place` plus 1.
                 */
                from?: number;
            };
            header?: never;
            path: {
                /** @description The name of the game */
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The players, the best first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeaderOfGame"][];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_exercises: {
        parameters: {
            query?: {
                /** @description The kind of exercise; both kinds if left out */
                kind?: components["schemas"]["ExerciseKind"];
                /** @description A whole number; 1 if left out */
                seed?: number;
                /** @description Hash of a stored definition */
                definition?: string;
            };
            header?: never;
            path: {
                /** @description The game's name, as in the list of games */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to five exercises of each kind */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Exercise"][];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_lesson: {
        parameters: {
            query?: {
                /** @description Hash of a stored definition */
                definition?: string;
            };
            header?: never;
            path: {
                /** @description The game's name, as in the list of games */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lesson */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lesson"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no such game, or no lesson for it */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_puzzles: {
        parameters: {
            query?: {
                /** @description Hash of a stored definition */
                definition?: string;
            };
            header?: never;
            path: {
                /** @description The game's name, as in the list of games */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The puzzles */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PuzzleInfo"][];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_lessons: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lessons */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LessonSummary"][];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_live_games: {
        parameters: {
            query?: {
                /** @description The largest number of games to list; 12 if left out. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The games; of each kind, the last changed first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameSummary"][];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    sign_in: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description The user, who is now signed in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The name or the password is wrong */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The account is closed, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    sign_out: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    sign_out_everywhere: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All sessions have ended */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signed-in user, if any, and the CSRF token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnAccount"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    delete_account: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CurrentPassword"];
            };
        };
        responses: {
            /** @description The account is deleted */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The password is wrong */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    export_account: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is stored */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_progress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What you have done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProgressItem"][];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    add_progress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProgressItem"][];
            };
        };
        responses: {
            /** @description It is stored */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is a guest */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings, as they were last stored */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    put_settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The settings are stored */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_tokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tokens, without their secrets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenInfo"][];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is a guest */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    create_token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description The token. Its secret is shown only in this answer */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewToken"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The user is a guest */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request conflicts with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    revoke_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token's ID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token is no longer valid */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request conflicts with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_my_games: {
        parameters: {
            query?: {
                /** @description `current` or `over`; both if left out. */
                state?: components["schemas"]["MyGamesState"];
                /**
                 * @description Only games that last changed before this time (RFC 3339). For the next page, send
                 *     the `updated` of the last game.
                 */
                before?: string;
                /**
                 * @description The `id` of the last game. With it, games that changed at the same time as
                 *     `before` are not left out.
                 */
                before_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Up to 50 games, the latest first. Empty if you are not signed in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameSummary"][];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The description, as OpenAPI 3.1 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_openings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PositionRef"];
            };
        };
        responses: {
            /** @description The moves */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Openings"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    change_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description The password has changed */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The current password is wrong, or the user is a guest */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    create_game: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGame"];
            };
        };
        responses: {
            /** @description The game, or the seek */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewGameAnswer"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request conflicts with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests, or too many games have been begun from your network, or ended before they began */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_play: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game's ID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The game */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameState"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    act: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game's ID */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyedAction"];
            };
        };
        responses: {
            /** @description The action is done and stored */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionAnswer"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You do not play in this game, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The action does not fit the state of the game, or a rematch would begin and one of its players has too many unfinished games */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The move is not legal, or the body is not valid */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You send too many actions, or a rematch would begin and too many games have been begun from your network */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_play_attackers: {
        parameters: {
            query?: {
                /** @description Show the game after this many moves; after all of them if left out. */
                seq?: number;
            };
            header?: never;
            path: {
                /** @description The game's ID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The attackers of each cell */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attackers"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    join_game: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game's ID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The side that you play */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeatTaken"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Both seats are taken */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_play_record: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game's ID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, in PGN */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-chess-pgn": string;
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_play_why: {
        parameters: {
            query?: {
                /** @description Show the game after this many moves; after all of them if left out. */
                seq?: number;
            };
            header?: never;
            path: {
                /** @description The game's ID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The explanation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reasons"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_playtests: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The playtests. Empty if you are not signed in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaytestInfo"][];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    ask_playtest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaytestRequest"];
            };
        };
        responses: {
            /** @description It waits for its turn */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaytestInfo"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are a guest, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You have no such definition */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You have asked for too many playtests, or the server plays none */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There are no such options, or the game is over at the start */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_playtest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of a playtest */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The playtest */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaytestAnswer"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    delete_playtest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of a playtest */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is deleted, and stopped if it was not over */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request conflicts with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_playtest_report: {
        parameters: {
            query?: {
                /** @description What it is written as: a page if left out. */
                format?: "html" | "json" | "sums";
                /** @description The ID of another playtest, to compare the two. */
                with?: string;
            };
            header?: never;
            path: {
                /** @description The ID of a playtest */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                    "text/html": string;
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description No game has been played yet, or the two playtests were played in different ways */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    stop_playtest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of a playtest */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The playtest is over */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaytestInfo"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request conflicts with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_published: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The games */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefinitionInfo"][];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_published: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description SHA-256 of the text, in hexadecimal */
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DefinitionPage"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    publish: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description SHA-256 of the text, in hexadecimal */
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The game has a public page */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are a guest, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You have published 20 games already, an operator has withdrawn the game, or it is a game of the server */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    withdraw_published: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description SHA-256 of the text, in hexadecimal */
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The game has no public page any more */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    read_record: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordToRead"];
            };
        };
        responses: {
            /** @description The moves as a tree */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MoveTree"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    write_record: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MoveTree"];
            };
        };
        responses: {
            /** @description The record */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordText"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description The new user, who is now signed in */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The name is taken, or you are signed in already */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_report: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of a finished game, or of a shared analysis */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report, or how far it is */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportAnswer"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    ask_report: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of a finished game, or of a shared analysis */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The engine makes the report, or has made it */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportAnswer"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The game is not over, or you have asked for too many reports */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There are no moves to report on, or too many */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_attackers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PositionRef"];
            };
        };
        responses: {
            /** @description The attackers of each cell */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attackers"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    check_position: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PositionSetup"];
            };
        };
        responses: {
            /** @description What is wrong with the position, or the position itself */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionCheck"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    check_definition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DraftDefinition"];
            };
        };
        responses: {
            /** @description The definition has no errors */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedDraft"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    look_up_endgame: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PositionRef"];
            };
        };
        responses: {
            /** @description What the tables say */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Endgame"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many tables wait, or the server is busy */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    evaluate_position: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PositionRef"];
            };
        };
        responses: {
            /** @description The evaluation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaticEvaluation"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    explain_piece: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PieceQuestion"];
            };
        };
        responses: {
            /** @description The explanation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PieceExplanation"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_premoves: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PremoveQuestion"];
            };
        };
        responses: {
            /** @description The cells */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PremoveCells"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    read_move: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TypedMove"];
            };
        };
        responses: {
            /** @description The move, or why the text is not a legal move */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MoveReading"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    explain_refusal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttemptedMove"];
            };
        };
        responses: {
            /** @description The explanation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reasons"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    view_position: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PositionRef"];
            };
        };
        responses: {
            /** @description The position */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionView"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    explain_position: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PositionRef"];
            };
        };
        responses: {
            /** @description The explanation */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reasons"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body took too long to arrive */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not JSON, or its `Content-Type` does not say so */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_seeks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The seeks, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Seek"][];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    withdraw_seek: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The seek's ID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The seek is withdrawn */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request conflicts with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    accept_seek: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The seek's ID */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The game that starts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameId"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request conflicts with the current state */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Someone else has already accepted this seek, or it was withdrawn */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests, or too many games have been begun from your network, or ended before they began */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    open_socket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The socket is open */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not a WebSocket handshake */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The connection cannot be upgraded */
            426: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_user: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's name or ID */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user, their results and their latest games */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Profile"];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    list_past_ratings: {
        parameters: {
            query: {
                /** @description The name of the game. */
                game: string;
            };
            header?: never;
            path: {
                /** @description The user's name or ID */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ratings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RatingAfterGame"][];
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The body is not valid, or a value in it is not possible: `fields` says which */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_user_records: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's name or ID */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The records, in PGN */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-chess-pgn": string;
                };
            };
            /** @description A part of the address has the wrong form, or the body ends early */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You are not signed in, or the token is not valid */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description You may not do this: the token lacks the scope, or the request came from another site */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description There is no game, user or other thing with this name or ID */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It runs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The metrics */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Too many requests: `Retry-After` says how many seconds to wait */
            429: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The server cannot use its database at the moment, or is busy: `Retry-After` says how many seconds to wait. Send an action again with the same `key` */
            503: {
                headers: {
                    /** @description How many seconds to wait before the next attempt */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
        };
    };
    get_readiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It can be used */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Something went wrong in the server. Its log says what */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description It cannot be used yet, or the database cannot be written */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
}
